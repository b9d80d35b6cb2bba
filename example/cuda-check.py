"""Times PyTorch's gradients of the functions that cuda-check.sh times, in float64, eager and compiled.

A line is: name, milliseconds eager, milliseconds compiled. Without a GPU it runs once, on small sizes.
"""

import math
import time

import torch

gpu = torch.cuda.is_available()
device = "cuda" if gpu else "cpu"
torch.manual_seed(1)


def normal(*shape, grad=True):
    return torch.randn(*shape, dtype=torch.float64, device=device, requires_grad=grad)


def dense(n):
    w, b, x, want = normal(n, n), normal(n), normal(n, n), normal(n, n, grad=False)
    return lambda: 0.5 * ((torch.tanh(x @ w.T / math.sqrt(n) + b) - want) ** 2).sum() / n, (w, b, x)


def conv2d(batch, cin, cout, h):
    x, k, b = normal(batch, cin, h, h), normal(cout, cin, 3, 3), normal(cout)
    want = normal(batch, cout, h - 2, h - 2, grad=False)
    return lambda: 0.5 * ((torch.nn.functional.conv2d(x, k, b) - want) ** 2).sum(), (x, k, b)


def attention(n, d):
    q, k, v, want = normal(n, d), normal(n, d), normal(n, d), normal(n, d, grad=False)
    return lambda: 0.5 * ((torch.softmax(q @ k.T / math.sqrt(d), 1) @ v - want) ** 2).sum(), (q, k, v)


def nbody(n):
    pos, mass = normal(n, 3), torch.rand(n, dtype=torch.float64, device=device)

    def energy():
        d = pos[:, None, :] - pos[None, :, :]
        return -0.5 * (mass[:, None] * mass[None, :] / torch.sqrt((d * d).sum(2) + 0.01)).sum()

    return energy, (pos,)


def heat2d(n, steps):
    u0, k, obs = normal(n, n), normal(n, n), normal(n, n, grad=False)

    def misfit():
        u = u0
        for _ in range(steps):
            lap = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1]
            u = u + torch.nn.functional.pad(0.01 * k[1:-1, 1:-1] * lap, (1, 1, 1, 1))
        return 0.5 * ((u - obs) ** 2).sum()

    return misfit, (u0, k)


def seconds(step):
    step()
    if not gpu:
        start = time.perf_counter()
        step()
        return time.perf_counter() - start
    runs = 10
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    step()
    start.record()
    for _ in range(runs):
        step()
    end.record()
    end.synchronize()
    return start.elapsed_time(end) / 1e3 / runs


def gradient(loss, args):
    return lambda: torch.autograd.grad(loss(), args)


def main():
    n = 8192 if gpu else 256
    a, b = normal(n, n, grad=False), normal(n, n, grad=False)
    c = torch.empty_like(a)
    print(f"torch copy: {16 * n * n / seconds(lambda: c.copy_(a)) / 1e9:.0f} GB/s")
    print(f"torch matmul float64: {2 * n**3 / seconds(lambda: torch.matmul(a, b, out=c)) / 1e9:.0f} GFLOP/s", flush=True)
    work = {
        "dense": dense(1024 if gpu else 32),
        "conv2d": conv2d(*((32, 16, 32, 66) if gpu else (2, 2, 3, 9))),
        "attention": attention(*((2048, 64) if gpu else (16, 4))),
        "nbody": nbody(16384 if gpu else 20),
        "heat2d": heat2d(*((2048, 10) if gpu else (20, 3))),
    }
    for name, (loss, args) in work.items():
        eager = compiled = math.nan
        try:
            eager = seconds(gradient(loss, args))
            if gpu:
                compiled = seconds(gradient(torch.compile(loss), args))
        except Exception as e:  # too little memory, no compiler: the line says so
            print(f"torch {name}: {type(e).__name__}")
        print(f"torch {name}: {eager * 1e3:.3f} ms eager, {compiled * 1e3:.3f} ms compiled", flush=True)


main()
