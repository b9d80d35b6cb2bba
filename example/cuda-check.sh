#!/usr/bin/env bash
# Checks the CUDA launchers of the examples on a machine with an NVIDIA GPU, in under 4 minutes. It has not been run on
# a GPU yet: its tests and benchmarks have been run on a stand-in for one, and its verdicts with programs that only
# print.
#
#   example/cuda-check.sh build DIR   where there is Go and a C compiler, no GPU: builds the tests into DIR, to be carried
#   example/cuda-check.sh run DIR     where there is a GPU, no Go: runs what build made
#   example/cuda-check.sh             both, here
#
# It needs a driver and NVRTC (libnvrtc.so of CUDA 11.2 or later; LD_LIBRARY_PATH may say where). It prints
#   the device and its driver
#   "correct NAME" or "WRONG NAME" for each package: launchers against the Go gradients on this machine's CPU, to
#     1e-11, twice, and the same bits both times. A package of which tests were skipped, or none was there, is
#     "not run", with the reason
#   for each benchmark, by the device's events: ms/grad, GB/s of the bytes that a gradient must move at least, and
#     GFLOP/s of the operations that it needs. BenchmarkCopy is what this device moves when it only copies, and the
#     benchmark of dense what generated kernels make of three products of 1024 × 1024 matrices: lines have their
#     shares of both
#   what compute-sanitizer finds (memcheck and racecheck), if it is there
#   from PyTorch, if python3 has it: copy and matrix product, and the same gradients eager and compiled
#
# Time counts from the first of these checks on; building before them, in the third form, is not counted. Each part
# must end by its share of 230 seconds, or of PARDIFF_CHECK_SECONDS, and hands on what it does not need. A step that is
# cut off by that, or not begun, has a line that begins with "out of time". What each step printed is in DIR/*.log.
#
# The exit status is 1 if anything is wrong, if tests of correctness were not run or benchmarks printed nothing, and 0
# where there is no GPU: then it says so and runs nothing.
set -euo pipefail
packages=(dense attention burgers conv2d gather gmm gradbench heat heat2d heat3d maxpool nbody softmax)
script=${BASH_SOURCE[0]}
limit=${PARDIFF_CHECK_SECONDS:-230}
until=$limit # when the part must end

build() {
	local root dir=$1 tool
	for tool in go "${CC:-gcc}"; do
		if ! command -v "$tool" >/dev/null; then
			echo "no $tool here: use '$script build DIR' on a machine that has it, carry DIR here, and use 'DIR/cuda-check.sh run DIR'"
			return 1
		fi
	done
	root=$(cd "$(dirname "$script")/.." && pwd)
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

# part begins a part of the checks, which must end at so many percent of the time.
part() { until=$((limit * $1 / 100)); }

# late says whether the part has no time left for something.
late() {
	[ $SECONDS -lt $until ] && return 1
	echo "out of time: $1: not run"
}

# step LOG SECONDS COMMAND... runs a command for so many seconds at most, and as long as the part may take. Its status is
# the command's, and 124 if time ran out.
step() {
	local log=$1 most=$2 start=$SECONDS rc=0
	shift 2
	[ "$most" -le $((until - SECONDS)) ] || most=$((until - SECONDS))
	[ "$most" -gt 0 ] || most=1 # late was asked the moment before; timeout takes 0 as no limit
	timeout -k 1 "$most" "$@" >"$log" 2>&1 || rc=$?
	if [ $rc = 137 ] && [ $((SECONDS - start)) -ge "$most" ]; then
		rc=124
	fi
	return $rc
}

# failed says what failed, and how its log ends.
failed() {
	echo "$1"
	tail -20 "$2" | sed 's/^/    /'
}

# correct NAME TESTS WANTED runs the tests of a package, of which one that is wanted must pass and none may be skipped.
correct() {
	local p=$1 tests=$2 wanted=$3 log=$1.correct.log rc=0 why
	late "correctness of $p" && return 1
	step "$log" 40 "./$p.test" -test.v -test.run "$tests" || rc=$?
	if [ $rc != 0 ] && why=$(grep -o -m1 'there is no NVIDIA .*\|there is no NVRTC .*\|the NVIDIA driver does not start.*' "$log"); then
		failed "not run: $p: $why" "$log"
	elif grep -q '^ *--- FAIL' "$log"; then
		failed "WRONG $p" "$log"
	elif [ $rc = 124 ]; then
		failed "out of time: correctness of $p: not run to the end" "$log"
	elif [ $rc != 0 ]; then
		failed "WRONG $p: status $rc" "$log"
	elif why=$(grep -B1 -m1 -e '--- SKIP' "$log"); then
		echo "not run: $p: tests were skipped: ${why//$'\n'/ }"
	elif ! grep -q -e "^--- PASS: $wanted" "$log"; then
		failed "not run: $p: there is no test $wanted" "$log"
	else
		echo "correct $p: $(grep -c '^--- PASS' "$log") tests"
		return 0
	fi
	return 1
}

# rate prints the rate in a unit of the first benchmark of a log.
rate() { awk -v unit="$1" '/^Benchmark/ { for (i = 2; i <= NF; i++) if ($i == unit) { print $(i - 1); exit } }' "$2"; }

# rates NAME COPY PRODUCT LOG prints the benchmarks of a log, with their shares of the rates of copy and product.
rates() {
	awk -v name="$1" -v copy="$2" -v product="$3" '/^Benchmark.* GB\/s/ {
		line = name ": " $0
		for (i = 3; i <= NF; i++) {
			if ($i == "GB/s" && copy > 0) line = line sprintf(", %.0f%% of copy", 100 * $(i - 1) / copy)
			if ($i == "GFLOP/s" && product > 0) line = line sprintf(", %.0f%% of product", 100 * $(i - 1) / product)
		}
		print line
	}' "$4"
}

# benchmarks times all packages.
benchmarks() {
	local p log rc copy='' product='' bad=0
	for p in runtime "${packages[@]}"; do
		late "the benchmark of $p" && continue
		log=$p.bench.log rc=0
		step "$log" 30 "./$p.test" -test.run '^$' -test.bench 'Device|Copy' -test.benchtime 300ms || rc=$?
		case $p in
		runtime) copy=$(rate GB/s "$log") ;;
		dense) product=$(rate GFLOP/s "$log") ;;
		esac
		rates "$p" "$copy" "$product" "$log"
		if [ $rc = 124 ]; then
			echo "out of time: the benchmark of $p"
		elif [ $rc != 0 ]; then
			failed "FAILED: the benchmark of $p: status $rc" "$log"
			bad=1
		elif ! grep -q '^Benchmark.* GB/s' "$log"; then
			failed "FAILED: the benchmark of $p prints no rate" "$log"
			bad=1
		fi
	done
	return $bad
}

# sanitizers runs compute-sanitizer.
sanitizers() {
	local tool p check log rc bad=0
	if ! tool=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null); then
		echo "no compute-sanitizer here"
		return 0
	fi
	for p in heat2d dense attention; do
		for check in memcheck racecheck; do
			late "compute-sanitizer $check $p" && continue
			log=$p.$check.log rc=0
			step "$log" 40 "$tool" --tool "$check" --error-exitcode 1 "./$p.test" -test.v -test.run CUDA || rc=$?
			if [ $rc = 124 ]; then
				echo "out of time: compute-sanitizer $check $p: $(grep SUMMARY "$log" | tail -1)"
			elif [ $rc != 0 ] || ! grep -q '^--- PASS' "$log" || ! grep -q SUMMARY "$log"; then
				failed "FAILED: compute-sanitizer $check $p: status $rc" "$log"
				bad=1
			else
				echo "compute-sanitizer $check $p: $(grep SUMMARY "$log" | tail -1)"
			fi
		done
	done
	return $bad
}

# pytorch runs cuda-check.py. That it fails is no fault of the launchers.
pytorch() {
	local rc=0
	late PyTorch && return 0
	step torch.probe.log 40 python3 -c 'import torch; torch.zeros(1, device="cuda")' || rc=$?
	if [ $rc = 0 ]; then
		late PyTorch && return 0
		step torch.log $((until - SECONDS)) python3 cuda-check.py $((until - SECONDS)) || rc=$?
		grep '^torch' torch.log || true
		[ $rc = 0 ] || [ $rc = 124 ] || failed "PyTorch failed: status $rc" torch.log
	elif [ $rc != 124 ]; then
		echo "no PyTorch that uses the GPU here, nothing to compare with: $(tail -1 torch.probe.log)"
	fi
	[ $rc != 124 ] || echo "out of time: PyTorch"
}

run() {
	local bad=0 p
	cd "$1" || return 1
	for p in "${packages[@]}" runtime; do
		if [ ! -x "$p.test" ]; then
			echo "not run: $p: no $p.test in $1; '$script build $1' makes it, where there is Go"
			return 1
		fi
	done
	SECONDS=0
	if timeout -k 1 20 nvidia-smi -L >/dev/null 2>&1; then
		timeout -k 1 20 nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm --format=csv,noheader || true
	elif [ -e /dev/nvidia0 ]; then
		echo "a GPU without an nvidia-smi that works: $(head -1 /proc/driver/nvidia/version 2>/dev/null || echo 'its driver names no version')"
	else
		echo "no NVIDIA GPU here: nothing is run"
		return 0
	fi
	part 35
	correct runtime 'Launches|Memory|Buffers|Errors|Images|Context' TestLaunches || bad=1
	for p in "${packages[@]}"; do
		correct "$p" 'CUDA|Wide' 'Test[A-Za-z]*CUDA' || bad=1
	done
	part 65
	benchmarks || bad=1
	part 82
	sanitizers || bad=1
	part 100
	pytorch
	echo "$SECONDS s; the logs are $1/*.log"
	[ $bad = 0 ] || echo "FAILED: the reasons are above"
	return $bad
}

case ${1:-} in
build) build "${2:?a folder}" ;;
run) run "${2:?a folder}" ;;
"")
	dir=$(mktemp -d)
	trap 'rm -rf "$dir"' EXIT
	build "$dir"
	if ! run "$dir"; then
		trap - EXIT # the logs stay
		exit 1
	fi
	;;
*)
	sed -n '2,/^set/s/^# \{0,1\}//p' "$script"
	exit 2
	;;
esac
