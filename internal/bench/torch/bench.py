"""The workloads in PyTorch, on the CPU, driven by package bench.

The program is called with the number of threads, the name of the workload, of a file of inputs (doubles), of a
file for outputs, and the sizes of the problem. On standard input it gets lines: "run N" computes
N gradients and answers with the nanoseconds they took, "out" writes the outputs, value first, and
answers "ok".

Each workload is a function of the sizes and of a reader of inputs. It returns a loss, as a
function without arguments, and the tensors to differentiate with respect to, and a seed if
the loss is no number.
"""

import array
import math
import sys
import time

import torch
import torch.nn.functional as F


class Inputs:
    """Hands out the numbers of the file of inputs, one tensor after the other."""

    def __init__(self, name):
        with open(name, "rb") as f:
            self.all = torch.frombuffer(bytearray(f.read()), dtype=torch.float64)
        self.used = 0

    def take(self, *shape):
        n = 1
        for s in shape:
            n *= s
        t = self.all[self.used : self.used + n].reshape(shape).clone()
        self.used += n
        return t

    def active(self, *shape):
        return self.take(*shape).requires_grad_()

    def ints(self, n):
        return self.take(n).to(torch.int64)

    def number(self):
        return self.take(1).item()


def dense(size, get):
    n_in, n_out, batch = size
    w, b, x = get.active(n_out, n_in), get.active(n_out), get.active(batch, n_in)
    want = get.take(batch, n_out)
    return lambda: 0.5 * (torch.tanh(F.linear(x, w, b)) - want).square().sum() / batch, [w, b, x]


def attention(size, get):
    queries, keys, d = size
    q, k, v, want = get.active(queries, d), get.active(keys, d), get.active(keys, d), get.take(queries, d)
    return lambda: 0.5 * (torch.softmax(q @ k.T / d**0.5, 1) @ v - want).square().sum(), [q, k, v]


def conv2d(size, get):
    batch, n_in, n_out, h, w, k_size = size
    x, k, b = get.active(batch, n_in, h, w), get.active(n_out, n_in, k_size, k_size), get.active(n_out)
    want = get.take(batch, n_out, h - k_size + 1, w - k_size + 1)
    return lambda: 0.5 * (F.conv2d(x, k, b) - want).square().sum() / batch, [x, k, b]


def burgers(size, get):
    n, steps = size
    u0, nu, obs = get.active(n), get.active(n), get.take(n)
    dx, dt = get.number(), get.number()

    def loss():
        u = u0
        adv, diff = dt / (2 * dx), dt / dx**2 * nu[1:-1]
        for _ in range(steps):
            left, mid, right = u[:-2], u[1:-1], u[2:]
            inner = mid - adv * mid * (right - left) + diff * (right - 2 * mid + left)
            u = torch.cat([u[:1], inner, u[-1:]])
        return 0.5 * (u - obs).square().sum()

    return loss, [u0, nu]


def nbody(size, get):
    (n,) = size
    pos, mass, eps = get.active(n, 3), get.take(n), get.number()
    pairs = torch.triu(torch.outer(mass, mass), 1)

    def loss():
        # Coordinate by coordinate: faster than one tensor of n x n x 3.
        sq = eps * eps
        for c in range(3):
            sq = sq + (pos[:, c, None] - pos[None, :, c]).square()
        return -(pairs * torch.rsqrt(sq)).sum()

    return loss, [pos]


def softmax(size, get):
    n, classes = size
    score, label = get.active(n, classes), get.ints(n)
    return lambda: F.cross_entropy(score, label), [score]


def heat2d(size, get):
    nx, ny, steps = size
    u0, k, obs = get.active(nx, ny), get.active(nx, ny), get.take(nx, ny)

    def loss():
        u = u0
        inner_k = k[1:-1, 1:-1]
        for _ in range(steps):
            lap = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1]
            u = u + F.pad(inner_k * lap, (1, 1, 1, 1))
        return 0.5 * (u - obs).square().sum()

    return loss, [u0, k]


def heat3d(size, get):
    nx, ny, nz, steps = size
    u0, source, obs = get.active(nx, ny, nz), get.active(nx, ny, nz), get.take(nx, ny, nz)
    k = get.number()
    i = slice(1, -1)

    def loss():
        u = u0
        inner = source[i, i, i]
        for _ in range(steps):
            lap = u[:-2, i, i] + u[2:, i, i] + u[i, :-2, i] + u[i, 2:, i] + u[i, i, :-2] + u[i, i, 2:]
            u = u + F.pad(k * (lap - 6 * u[i, i, i]) + inner, (1, 1, 1, 1, 1, 1))
        return 0.5 * (u - obs).square().sum()

    return loss, [u0, source]


def histogram(size, get):
    n, cells = size
    weight, want, at = get.active(n), get.take(cells), get.ints(n)
    zero = torch.zeros(cells, dtype=torch.float64)
    return lambda: ((torch.index_add(zero, 0, at, weight) - want).square() / want).sum(), [weight]


def gather(size, get):
    n, cells = size
    table, obs, idx = get.active(cells), get.take(n), get.ints(n)
    return lambda: 0.5 * (torch.index_select(table, 0, idx) - obs).square().sum(), [table]


def maxpool(size, get):
    planes, h, w, k_size, stride = size
    oh, ow = (h - k_size) // stride + 1, (w - k_size) // stride + 1
    x, seed = get.active(1, planes, h, w), get.take(1, planes, oh, ow)
    return lambda: F.max_pool2d(x, k_size, stride), [x], seed


def gmm(size, get):
    d, k, n = size
    alpha, mu, q, low = get.active(k), get.active(k, d), get.active(k, d), get.active(k, d * (d - 1) // 2)
    x, gamma, m = get.take(n, d), get.number(), int(get.number())
    cols, rows = torch.triu_indices(d, d, 1)  # the strictly lower part, column after column
    df = d + m + 1
    wishart = df * d * (math.log(gamma) - 0.5 * math.log(2)) - 0.25 * d * (d - 1) * math.log(math.pi)
    wishart -= sum(math.lgamma(0.5 * (df - j)) for j in range(d))

    def loss():
        diag = q.exp()
        full = torch.diag_embed(diag).index_put((torch.arange(k)[:, None], rows, cols), low)
        y = (x[None] - mu[:, None]) @ full.transpose(1, 2)
        term = alpha[:, None] + q.sum(1)[:, None] - 0.5 * y.square().sum(2)
        total = torch.logsumexp(term, 0).sum() - n * torch.logsumexp(alpha, 0)
        prior = m * q.sum() - 0.5 * gamma**2 * (diag.square().sum() + low.square().sum())
        return total + prior - 0.5 * n * d * math.log(2 * math.pi) + k * wishart

    return loss, [alpha, mu, q, low]


def lstm(size, get):
    n_layers, c, b = size
    params, extra = get.active(n_layers, 2, 4, b), get.active(3, b)
    state, seq = get.take(n_layers, 2, b), get.take(c, b)

    def loss():
        hidden, cell = list(state[:, 0].unbind()), list(state[:, 1].unbind())
        outputs = []
        for t in range(c - 1):
            x = seq[t] * extra[0]
            for i in range(n_layers):
                w, bias = params[i]
                fed = torch.stack([x, hidden[i], x, hidden[i]]) * w + bias
                forget, ingate, outgate = torch.sigmoid(fed[:3])
                cell[i] = cell[i] * forget + ingate * torch.tanh(fed[3])
                hidden[i] = outgate * torch.tanh(cell[i])
                x = hidden[i]
            outputs.append(x)
        pred = torch.stack(outputs) * extra[1] + extra[2]
        norm = torch.log(2 + pred.exp().sum(1, keepdim=True))
        return -(seq[1:] * (pred - norm)).sum() / ((c - 1) * b)

    return loss, [params, extra]


def reproject(cam, point, w, feat):
    """The weighted reprojection error of one observation. The camera's rotation must not be zero."""
    r, d = cam[:3], point - cam[3:6]
    angle = torch.sqrt((r * r).sum())
    axis, cos, sin = r / angle, torch.cos(angle), torch.sin(angle)
    p = d * cos + torch.linalg.cross(axis, d) * sin + axis * ((axis * d).sum() * (1 - cos))
    uv = p[:2] / p[2]
    rr = (uv * uv).sum()
    return w * (uv * (cam[6] * (1 + cam[9] * rr + cam[10] * rr * rr)) + cam[7:9] - feat)


def ba(size, get):
    """A Jacobian: a function that computes value and outputs itself."""
    n_cams, n_points, seen = size
    cam, point, w, feat = get.take(11), get.take(3), get.take(1), get.take(2)
    at = torch.arange(seen)
    cams, points = cam.repeat(n_cams, 1), point.repeat(n_points, 1)
    weights, feats = w.repeat(seen), feat.repeat(seen, 1)
    rows = torch.func.vmap(torch.func.jacrev(reproject, argnums=(0, 1, 2)))
    errors = torch.func.vmap(torch.func.grad(lambda w: 1 - w * w))

    def jacobian():
        dcam, dpoint, dw = rows(cams[at % n_cams], points[at % n_points], weights, feats)
        return [torch.cat([dcam, dpoint, dw[..., None]], 2), errors(weights)]

    return lambda: reproject(cam, point, w[0], feat)[0], jacobian


def main():
    threads, name, inputs, outputs = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
    torch.set_num_threads(threads)
    loss, wrt, *seed = globals()[name]([int(n) for n in sys.argv[5:]], Inputs(inputs))

    def gradient():
        """Returns the value and the list of adjoints."""
        if callable(wrt):
            return None, wrt()
        for t in wrt:
            t.grad = None
        value = loss()
        value.backward(*seed)
        return value, [t.grad for t in wrt]

    value, adjoints = gradient()
    for line in sys.stdin:
        command = line.split()
        if command[0] == "run":
            start = time.perf_counter_ns()
            for _ in range(int(command[1])):
                value, adjoints = gradient()
            print(time.perf_counter_ns() - start, flush=True)
        else:
            if value is None:
                value = loss()
            # A result that is no number is an output like the adjoints, with the value 0 before it.
            first = [value] if value.dim() == 0 else [torch.zeros(1, dtype=torch.float64), value]
            numbers = torch.cat([t.detach().reshape(-1) for t in first + adjoints])
            with open(outputs, "wb") as f:
                array.array("d", numbers.tolist()).tofile(f)
            print("ok", flush=True)


if __name__ == "__main__":
    main()
