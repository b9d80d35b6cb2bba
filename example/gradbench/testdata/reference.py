"""Writes reference.json: inputs and outputs of the GradBench functions, worked out from
their definitions with NumPy and SciPy. Values use library routines where there are any
(densities, matrix exponentials), derivatives the complex step or a closed form.

    python3 reference.py > reference.json
"""

import json

import numpy as np
from scipy import linalg, special, stats
from scipy.spatial import distance

rng = np.random.default_rng(20240229)


def complex_step(f, x):
    """Returns the gradient of f at the flat vector x, exact to rounding."""
    grad = np.empty(len(x))
    for i in range(len(x)):
        z = x.astype(complex)
        z[i] += 1e-30j
        grad[i] = np.imag(f(z)) * 1e30
    return grad


def lse(x):
    return special.logsumexp(x), special.softmax(x)


def llsq(x, n):
    t = np.linspace(-1, 1, n)
    v = np.vander(t, len(x), increasing=True)
    r = np.sign(t) - v @ x
    return 0.5 * r @ r, -v.T @ r


def ode(x, s):
    """y' = Ax·y + b is linear: a Runge-Kutta step of order 4 multiplies by the series of the
    matrix exponential, cut after the fourth power."""

    def last(x, all=False):
        n = len(x)
        a = np.zeros((n + 1, n + 1), dtype=x.dtype)
        a[0, n] = x[0]
        for i in range(1, n):
            a[i, i - 1] = x[i]
        m = a * (2 / s)
        step = np.eye(n + 1) + m + m @ m / 2 + m @ m @ m / 6 + m @ m @ m @ m / 24
        y = np.linalg.matrix_power(step, s)[:n, n]
        return y if all else y[-1]

    return last(x, True), complex_step(last, x)


def gmm_unpack(theta, d, k):
    alpha, mu, q, l = np.split(theta, [k, k + k * d, k + 2 * k * d])
    factors = []
    for j in range(k):
        f = np.diag(np.exp(q.reshape(k, d)[j]))
        lj = iter(l.reshape(k, -1)[j]) if l.size else iter(())
        for c in range(d):
            for r in range(c + 1, d):
                f[r, c] = next(lj)
        factors.append(f)
    return alpha, mu.reshape(k, d), factors


def gmm_posterior(theta, x, d, k, gamma, m):
    """From the densities of SciPy."""
    alpha, mu, factors = gmm_unpack(theta, d, k)
    logw = special.log_softmax(alpha)
    dens = [
        w + stats.multivariate_normal.logpdf(x, mean, np.linalg.inv(f.T @ f)).reshape(-1)
        for w, mean, f in zip(logw, mu, factors)
    ]
    total = special.logsumexp(np.array(dens), axis=0).sum()
    for f in factors:
        total += stats.wishart.logpdf(f.T @ f, d + m + 1, np.eye(d) / gamma**2)
    return total


def gmm_complex(theta, x, d, k, gamma, m):
    """The same up to a constant, with operations that complex numbers pass through."""
    alpha, mu, factors = gmm_unpack(theta, d, k)
    total = -len(x) * np.log(np.sum(np.exp(alpha)))
    dens = 0
    for a, mean, f in zip(alpha, mu, factors):
        z = (x - mean) @ f.T
        dens = dens + np.exp(a + np.log(np.diag(f)).sum() - 0.5 * (z * z).sum(axis=1))
        total += m * np.log(np.diag(f)).sum() - 0.5 * gamma**2 * (f * f).sum()
    return total + np.log(dens).sum()


def lstm(params, extra, state, seq):
    """params is l × 2 × 4 × b, extra 3 × b, state l × 2 × b."""
    l, _, _, b = params.shape
    hidden, cell = list(state[:, 0].astype(params.dtype)), list(state[:, 1].astype(params.dtype))
    sigmoid = lambda v: 0.5 * (1 + np.tanh(v / 2))
    total = 0
    for now, after in zip(seq[:-1], seq[1:]):
        inp = now * extra[0]
        for i in range(l):
            (wf, wi, wo, wc), (bf, bi, bo, bc) = params[i]
            change = np.tanh(hidden[i] * wc + bc)
            ingate = sigmoid(hidden[i] * wi + bi)
            cell[i] = cell[i] * sigmoid(inp * wf + bf) + ingate * change
            hidden[i] = sigmoid(inp * wo + bo) * np.tanh(cell[i])
            inp = hidden[i]
        pred = inp * extra[1] + extra[2]
        total += after @ (pred - np.log(np.exp(pred).sum() + 2))
    return -total / ((len(seq) - 1) * b)


def ba_error(v, feat):
    """v holds camera (11), point (3), weight (1)."""
    r = v[:3]
    cross = np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])
    p = linalg.expm(cross) @ (v[11:14] - v[3:6])
    p = p[:2] / p[2]
    rr = (p * p).sum()
    return v[14] * (p * (1 + v[9] * rr + v[10] * rr * rr) * v[6] + v[7:9] - feat)


def ba_jacobian(v, feat, n, m, p):
    block = np.array([complex_step(lambda z: ba_error(z, feat)[i], v) for i in range(2)])
    vals, rows, cols = [], [0], []
    for o in range(p):
        for r in range(2):
            vals += list(block[r])
            cols += [11 * (o % n) + i for i in range(11)]
            cols += [11 * n + 3 * (o % m) + i for i in range(3)]
            cols += [11 * n + 3 * m + o]
            rows.append(len(vals))
    for o in range(p):
        vals.append(-2 * v[14])
        cols.append(11 * n + 3 * m + o)
        rows.append(len(vals))
    return {k: [e for e in a[:30]] + [a[-1]] for k, a in (("rows", rows), ("cols", cols), ("vals", vals))}


cases = []


def case(module, function, input, output):
    cases.append({"module": module, "function": function, "input": input, "output": output})


def plain(v):
    return v.tolist() if isinstance(v, np.ndarray) else float(v)


for x in (np.array([3.5]), rng.normal(size=7), 1e3 + 30 * rng.normal(size=5)):
    value, grad = lse(x)
    case("lse", "primal", {"x": plain(x)}, plain(value))
    case("lse", "gradient", {"x": plain(x)}, plain(grad))

for m, n in ((1, 2), (4, 9), (6, 20)):
    x = rng.normal(size=m)
    value, grad = llsq(x, n)
    case("llsq", "primal", {"x": plain(x), "n": n}, plain(value))
    case("llsq", "gradient", {"x": plain(x), "n": n}, plain(grad))

for n, s in ((1, 1), (2, 3), (7, 4)):
    x = rng.uniform(0.5, 1.5, size=n)
    value, grad = ode(x, s)
    case("ode", "primal", {"x": plain(x), "s": s}, plain(value))
    case("ode", "gradient", {"x": plain(x), "s": s}, plain(grad))

for d, k, n, m, gamma in ((1, 2, 4, 0, 1.0), (2, 3, 5, 0, 1.0), (4, 2, 6, 3, 0.7)):
    x = rng.normal(size=(n, d))
    nl = d * (d - 1) // 2
    alpha, mu, q, l = rng.normal(size=k), rng.normal(size=(k, d)), 0.5 * rng.normal(size=(k, d)), rng.normal(size=(k, nl))
    theta = np.concatenate([alpha, mu.ravel(), q.ravel(), l.ravel()])
    args = (x, d, k, gamma, m)
    value = gmm_posterior(theta, *args)
    grad = complex_step(lambda t: gmm_complex(t, *args), theta)
    # The two formulas differ by a constant that theta has no part in.
    other = theta + 0.1 * rng.normal(size=len(theta))
    drift = value - gmm_complex(theta, *args) - gmm_posterior(other, *args) + gmm_complex(other, *args)
    assert abs(drift) < 1e-11, drift
    ga, gmu, gq, gl = np.split(grad, [k, k + k * d, k + 2 * k * d])
    input = {"d": d, "k": k, "n": n, "alpha": plain(alpha), "mu": plain(mu), "q": plain(q), "l": plain(l),
             "x": plain(x), "gamma": gamma, "m": m}
    case("gmm", "objective", input, plain(value))
    case("gmm", "jacobian", input, {"alpha": plain(ga), "mu": plain(gmu.reshape(k, d)),
                                    "q": plain(gq.reshape(k, d)), "l": plain(gl.reshape(k, nl))})

for l, b, c in ((1, 1, 2), (2, 3, 6), (3, 2, 4)):
    params, extra = rng.normal(size=(l, 2, 4, b)), rng.normal(size=(3, b))
    state, seq = rng.normal(size=(l, 2, b)), rng.integers(0, 2, size=(c, b)).astype(float)
    size = params.size
    flat = np.concatenate([params.ravel(), extra.ravel()])
    grad = complex_step(lambda t: lstm(t[:size].reshape(params.shape), t[size:].reshape(3, b), state, seq), flat)
    input = {"main_params": plain(params.reshape(2 * l, 4 * b)), "extra_params": plain(extra),
             "state": plain(state.reshape(2 * l, b)), "sequence": plain(seq)}
    case("lstm", "objective", input, plain(lstm(params, extra, state, seq)))
    case("lstm", "jacobian", input, plain(grad))

for n, m, p, turn in ((2, 3, 12, 0.3), (3, 2, 10, 2.0), (1, 1, 10, 0.0)):
    rot = turn * rng.normal(size=3)
    cam = np.concatenate([rot, rng.normal(size=3), [500 * rng.uniform(0.5, 2)], rng.normal(size=2), 0.1 * rng.normal(size=2)])
    x, w, feat = rng.normal(size=3) + [0, 0, 6], rng.uniform(0.2, 1), 50 * rng.normal(size=2)
    v = np.concatenate([cam, x, [w]])
    input = {"n": n, "m": m, "p": p, "cam": plain(cam), "x": plain(x), "w": w, "feat": plain(feat)}
    case("ba", "objective", input, {"reproj_error": {"elements": plain(ba_error(v, feat)), "repeated": p},
                                    "w_err": {"element": 1 - w * w, "repeated": p}})
    case("ba", "jacobian", input, ba_jacobian(v, feat, n, m, p))

for n, k, d in ((1, 1, 1), (9, 3, 2), (20, 4, 5)):
    points, centroids = rng.uniform(size=(n, d)), rng.uniform(size=(k, d))
    cost = distance.cdist(points, centroids, "sqeuclidean").min(axis=1).sum()
    case("kmeans", "cost", {"points": plain(points), "centroids": plain(centroids)}, plain(cost))

print("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]")
