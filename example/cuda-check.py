"""Times PyTorch's gradients of the functions that cuda-check.sh times, of the same sizes, in float64.

The argument is how many seconds it may take. First come a copy, a matrix product and all gradients eager, then, as
long as there is time, all compiled: a line for each. Without a GPU it runs on small sizes, eager, once.
"""

import math
import sys
import time

import torch
import torch.nn.functional as F

gpu = torch.cuda.is_available()
device = "cuda" if gpu else "cpu"
torch.manual_seed(1)
end = time.monotonic() + float(sys.argv[1] if len(sys.argv) > 1 else 120)


def size(large, small):
    return large if gpu else small


def normal(*shape, grad=True):
    return torch.randn(*shape, dtype=torch.float64, device=device, requires_grad=grad)


def positive(*shape):
    return 1 + normal(*shape, grad=False).square()


def ints(n, below):
    return torch.randint(below, (n,), device=device)


# Each function returns a loss and the tensors to differentiate with respect to, and a seed where the loss is no number.


def dense(n):
    w, b, x, want = normal(n, n), normal(n), normal(n, n), normal(n, n, grad=False)
    return lambda: 0.5 * (torch.tanh(F.linear(x, w, b)) - want).square().sum() / n, (w, b, x)


def conv2d(batch, cin, cout, h):
    x, k, b = normal(batch, cin, h, h), normal(cout, cin, 3, 3), normal(cout)
    want = normal(batch, cout, h - 2, h - 2, grad=False)
    return lambda: 0.5 * (F.conv2d(x, k, b) - want).square().sum() / batch, (x, k, b)


def attention(n, d):
    q, k, v, want = normal(n, d), normal(n, d), normal(n, d), normal(n, d, grad=False)
    return lambda: 0.5 * (torch.softmax(q @ k.T / d**0.5, 1) @ v - want).square().sum(), (q, k, v)


def burgers(n, steps):
    u0, nu, obs = normal(n), normal(n), normal(n, grad=False)
    adv, diff = 0.01, 0.01

    def misfit():
        u = u0
        for _ in range(steps):
            left, mid, right = u[:-2], u[1:-1], u[2:]
            inner = mid - adv * mid * (right - left) + diff * nu[1:-1] * (right - 2 * mid + left)
            u = torch.cat([u[:1], inner, u[-1:]])
        return 0.5 * (u - obs).square().sum()

    return misfit, (u0, nu)


def nbody(n):
    pos, mass = normal(n, 3), torch.rand(n, dtype=torch.float64, device=device)

    def energy():
        # Coordinate by coordinate: one tensor of n × n × 3 takes more memory. Each pair is there twice, and each body
        # with itself, which adds a constant.
        sq = 0.01
        for c in range(3):
            sq = sq + (pos[:, c, None] - pos[None, :, c]).square()
        return -0.5 * (mass[:, None] * mass[None, :] * torch.rsqrt(sq)).sum()

    return energy, (pos,)


def softmax(n, classes):
    score, label = normal(n, classes), ints(n, classes)
    return lambda: F.cross_entropy(score, label), (score,)


def heat(n, steps):
    log_k, u0, obs = normal(n - 1), normal(n, grad=False), normal(n, grad=False)

    def objective():
        k, u = 0.1 * log_k.exp(), u0
        for _ in range(steps):
            flux = k * (1 + 0.35 * (u[:-1] + u[1:])) * (u[1:] - u[:-1])
            u = u + F.pad(flux[1:] - flux[:-1], (1, 1))
        rough = log_k[:-2] - 2 * log_k[1:-1] + log_k[2:]
        return 0.5 * (u - obs).square().mean() + 0.1 * (rough.square().sum() + 0.01 * log_k.square().sum())

    return objective, (log_k,)


def heat2d(n, steps):
    u0, k, obs = normal(n, n), normal(n, n), normal(n, n, grad=False)

    def misfit():
        u = u0
        for _ in range(steps):
            lap = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1]
            u = u + F.pad(k[1:-1, 1:-1] * lap, (1, 1, 1, 1))
        return 0.5 * (u - obs).square().sum()

    return misfit, (u0, k)


def heat3d(n, steps):
    u0, source, obs = normal(n, n, n), normal(n, n, n), normal(n, n, n, grad=False)
    i = slice(1, -1)

    def misfit():
        u = u0
        for _ in range(steps):
            lap = u[:-2, i, i] + u[2:, i, i] + u[i, :-2, i] + u[i, 2:, i] + u[i, i, :-2] + u[i, i, 2:]
            u = u + F.pad(0.15 * (lap - 6 * u[i, i, i]) + source[i, i, i], (1, 1, 1, 1, 1, 1))
        return 0.5 * (u - obs).square().sum()

    return misfit, (u0, source)


def chi_square(n, bins):
    weight, at, want = positive(n).requires_grad_(), ints(n, bins), positive(bins)
    zero = torch.zeros_like(want)
    return lambda: ((torch.index_add(zero, 0, at, weight) - want).square() / want).sum(), (weight,)


def table_misfit(n, places):
    table, at, obs = normal(places), ints(n, places), normal(n, grad=False)
    return lambda: 0.5 * (torch.index_select(table, 0, at) - obs).square().sum(), (table,)


def maxpool(planes, h, window):
    x, seed = normal(1, planes, h, h), normal(1, planes, h // window, h // window, grad=False)
    return lambda: F.max_pool2d(x, window, window), (x,), seed


def gmm(d, k, n, prior):
    """The log-likelihood of a mixture, with the prior of gradbench or without, up to constants."""
    alpha, mu, low, x = normal(k), normal(k, d), normal(k, d * (d - 1) // 2), normal(n, d, grad=False)
    q = (0.3 * normal(k, d, grad=False)).requires_grad_()
    cols, rows = torch.triu_indices(d, d, 1, device=device)  # the strictly lower part, column after column
    each = torch.arange(k, device=device)[:, None]

    def loglik():
        diag = q.exp()
        full = torch.diag_embed(diag).index_put((each, rows, cols), low)
        y = (x[None] - mu[:, None]) @ full.transpose(1, 2)
        term = alpha[:, None] + q.sum(1)[:, None] - 0.5 * y.square().sum(2)
        total = torch.logsumexp(term, 0).sum() - n * torch.logsumexp(alpha, 0)
        return total - 0.5 * (diag.square().sum() + low.square().sum()) if prior else total

    return loglik, (alpha, mu, q, low)


def seconds(step):
    """Returns the seconds of a step: by events of the device, the mean of several after two that are not counted."""
    step()
    if not gpu:
        start = time.perf_counter()
        step()
        return time.perf_counter() - start
    runs = 10
    first, last = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    step()
    first.record()
    for _ in range(runs):
        step()
    last.record()
    last.synchronize()
    return first.elapsed_time(last) / 1e3 / runs


def gradient(loss, args, seed=None):
    return lambda: torch.autograd.grad(loss(), args, seed)


def report(kind, work, wrap):
    for name, make in work.items():
        if time.monotonic() > end:
            print(f"torch {name}: out of time: not run {kind}", flush=True)
            continue
        try:
            loss, *rest = make()
            print(f"torch {name}: {seconds(gradient(wrap(loss), *rest)) * 1e3:.3f} ms {kind}", flush=True)
        except Exception as e:  # too little memory, no compiler: the line says so
            print(f"torch {name}: not {kind}: {type(e).__name__}: {str(e).splitlines()[:1]}", flush=True)
        if gpu:
            torch.cuda.empty_cache()


def reference():
    n = size(8192, 256)
    a, b, c = (normal(n, n, grad=False) for _ in range(3))
    print(f"torch copy: {16 * n * n / seconds(lambda: c.copy_(a)) / 1e9:.0f} GB/s")
    n = size(4096, 128)
    a, b, c = (t[:n, :n].contiguous() for t in (a, b, c))
    rate = 2 * n**3 / seconds(lambda: torch.matmul(a, b, out=c)) / 1e9
    print(f"torch matmul float64, {n} × {n}: {rate:.0f} GFLOP/s", flush=True)


def main():
    reference()
    work = {
        "dense": lambda: dense(size(1024, 32)),
        "attention": lambda: attention(size(2048, 16), size(64, 4)),
        "burgers": lambda: burgers(size(1 << 22, 500), size(10, 3)),
        "conv2d": lambda: conv2d(*size((32, 16, 32, 66), (2, 2, 3, 9))),
        "gather ChiSquare": lambda: chi_square(*size((1 << 22, 1 << 16), (700, 234))),
        "gather Misfit": lambda: table_misfit(*size((1 << 22, 1 << 20), (700, 351))),
        "gmm": lambda: gmm(*size((10, 25, 20000), (3, 4, 50)), prior=False),
        "gradbench": lambda: gmm(*size((10, 25, 20000), (3, 4, 50)), prior=True),
        "heat": lambda: heat(*size((1 << 22, 10), (500, 3))),
        "heat2d": lambda: heat2d(*size((2048, 10), (20, 3))),
        "heat3d": lambda: heat3d(*size((256, 10), (8, 3))),
        "maxpool": lambda: maxpool(*size((1024, 32, 2), (3, 8, 2))),
        "nbody": lambda: nbody(size(16384, 20)),
        "softmax": lambda: softmax(*size((1 << 16, 128), (300, 17))),
    }
    report("eager", work, lambda loss: loss)
    if gpu:
        report("compiled", work, torch.compile)


main()
