#!/usr/bin/env bash
# Checks the CUDA launchers of the examples on a machine with an NVIDIA GPU, in under 4 minutes.
#
#   example/cuda-check.sh build DIR   where there is Go and g++, no GPU: builds the tests into DIR, to be carried
#   example/cuda-check.sh run DIR     where there is a GPU, no Go: runs what build made
#   example/cuda-check.sh             both, here
#
# It needs a driver and NVRTC (libnvrtc.so of CUDA 11.2 or later; LD_LIBRARY_PATH may say where). It prints
#   the device and its driver
#   "correct NAME" or "WRONG NAME" for each package: launchers against the Go gradients on this machine's CPU, to
#     1e-11, twice, and the same bits both times
#   for each benchmark, by the device's events: ms/grad, GB/s of the bytes that a gradient must move at least, and
#     GFLOP/s of the operations that it needs; BenchmarkCopy is what this device moves when it only copies
#   from PyTorch, if python3 has it: copy and matrix product, and the same gradients eager and compiled
#   what compute-sanitizer finds (memcheck and racecheck), if it is there
# What is not begun after 200 seconds is left out, with a line that says so. The exit status is 1 if anything is wrong, and 0 where there is no GPU: then it says so and runs nothing.
set -euo pipefail
packages=(attention burgers conv2d dense gather gmm gradbench heat2d heat3d maxpool nbody softmax)

build() {
	local root dir=$1
	root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
	mkdir -p "$dir"
	dir=$(cd "$dir" && pwd)
	export CGO_ENABLED=1 CGO_CFLAGS="-O2 -g -I$root/cudatmpl/sdk/include" CGO_LDFLAGS="-L$root/cudatmpl/sdk/lib"
	for p in "${packages[@]}"; do
		(cd "$root/example/$p" && go test -c -tags cuda -ldflags "-s -w" -o "$dir/$p.test" .)
	done
	(cd "$root/cudatmpl/runtime" && go test -c -tags cuda -ldflags "-s -w" -o "$dir/runtime.test" .)
	cp "$root/example/cuda-check.sh" "$root/example/cuda-check.py" "$dir"
	echo "built in $dir: $(du -sh "$dir" | cut -f1); carry it, and run $dir/cuda-check.sh run $dir"
}

# late says whether there is no time left for something.
late() {
	[ $SECONDS -lt 200 ] && return 1
	echo "no time left for $1"
}

run() {
	local bad=0 p tool check
	SECONDS=0
	cd "$1"
	if ! command -v nvidia-smi >/dev/null || ! nvidia-smi -L >/dev/null 2>&1; then
		echo "no NVIDIA GPU here: nothing is run"
		return 0
	fi
	nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm --format=csv,noheader
	for p in "${packages[@]}" runtime; do
		if timeout 60 "./$p.test" -test.run 'CUDA|Launches|Memory|Buffers|Errors|Images|Context' >"$p.log" 2>&1; then
			echo "correct $p"
		else
			echo "WRONG $p"
			tail -20 "$p.log"
			bad=1
		fi
	done
	for p in runtime "${packages[@]}"; do
		late "the benchmark of $p" && continue
		timeout 30 "./$p.test" -test.run '^$' -test.bench 'Device|Copy' -test.benchtime 300ms >"$p.log" 2>&1 || bad=1
		grep '^Benchmark' "$p.log" | sed "s/^/$p: /" || true
	done
	if late PyTorch; then
		:
	elif python3 -c 'import torch' 2>/dev/null; then
		timeout 90 python3 cuda-check.py || echo "PyTorch did not finish"
	else
		echo "no PyTorch here: nothing to compare with"
	fi
	if tool=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null); then
		for p in heat2d dense attention; do
			for check in memcheck racecheck; do
				late "compute-sanitizer $check $p" && continue
				timeout 40 "$tool" --tool "$check" --error-exitcode 1 "./$p.test" -test.run CUDA >"$p.log" 2>&1 || bad=1
				echo "compute-sanitizer $check $p: $(grep 'SUMMARY' "$p.log" | tail -1)"
			done
		done
	else
		echo "no compute-sanitizer here"
	fi
	return $bad
}

case ${1:-} in
build) build "${2:?a folder}" ;;
run) run "${2:?a folder}" ;;
"")
	dir=$(mktemp -d)
	trap 'rm -rf "$dir"' EXIT
	build "$dir"
	run "$dir"
	;;
*)
	sed -n '2,/^set/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
	exit 2
	;;
esac
