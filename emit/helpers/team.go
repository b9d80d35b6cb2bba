package helpers

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// A pardiffTask is a loop cut into chunks, which may be executed at the same time. Each worker that
// takes part in a run has a slot of its own, a number below the bound on the workers.
type pardiffTask interface {
	chunk(c, slot int)
}

// A pardiffJob runs the loops of a Work, one after the other. The zero value is ready.
type pardiffJob struct {
	task   pardiffTask
	chunks int64
	next   atomic.Int64 // the next chunk to be claimed
	slots  atomic.Int64 // slots handed out
	busy   atomic.Int64 // helpers that are at work

	// The rest is guarded by the pool.
	want   int  // further helpers that may join
	parked bool // the caller waits for the last helper to leave
	failed bool
	chunk  int64 // the first chunk that panicked, and its value
	reason any
}

// run executes the chunks of t, which l describes, by as many goroutines as l says, one of them the
// caller, and returns when all are done. If chunks panic, run does so with the value of the
// first of them.
func (j *pardiffJob) run(t pardiffTask, l *pardiffLoop) {
	if l.chunks == 1 {
		t.chunk(0, 0)
		return
	}
	j.chunksOf(t, l.chunks, l.workers)
	if l.halo > 0 && l.chunks > 1 {
		l.edges = true
		workers := l.workers
		if float64(l.chunks-1)*float64(l.halo)*float64(l.work) < pardiffWake/8 { // those who have just helped are awake
			workers = 1
		}
		j.chunksOf(t, l.chunks-1, workers)
		l.edges = false
	}
}

// chunksOf executes the first n chunks of t.
func (j *pardiffJob) chunksOf(t pardiffTask, n, workers int) {
	if workers <= 1 {
		for c := range n {
			t.chunk(c, 0)
		}
		return
	}
	j.task, j.chunks = t, int64(n)
	j.next.Store(0)
	j.slots.Store(0)
	pardiffCrew.open(j, workers-1)
	j.work()
	pardiffCrew.close(j)
	j.task = nil
	if j.failed {
		r := j.reason
		j.failed, j.reason = false, nil
		panic(r)
	}
}

// work executes chunks until none is left.
func (j *pardiffJob) work() {
	slot := int(j.slots.Add(1)) - 1
	c := int64(-1)
	defer func() {
		if r := recover(); r != nil {
			pardiffCrew.fail(j, c, r)
		}
	}()
	for {
		if c = j.next.Add(1) - 1; c >= j.chunks {
			return
		}
		j.task.chunk(int(c), slot)
	}
}

// pardiffCrew are the workers that the gradients of this package share.
var pardiffCrew pardiffTeam

// pardiffTeam are goroutines that help callers with their jobs. They come when they are
// needed, and leave when they have been idle for a while.
type pardiffTeam struct {
	calls atomic.Int64 // length of jobs, for those that spin
	mu    sync.Mutex
	jobs  []*pardiffJob // that helpers may join
	count int           // helpers
	idle  int           // helpers that wait for wake
	rings int           // wake-ups that nobody has taken yet
	timer *time.Timer   // ends the stay of the helpers that wait
	ends  int           // how often it did
	wake  sync.Cond     // helpers wait for a call
	done  sync.Cond     // callers wait for their helpers
}

// pardiffSpins is how often one looks for news, for about 10 µs, before one waits to be woken.
const pardiffSpins = 1 << 12

// pardiffStay is how long an idle helper stays.
const pardiffStay = 20 * time.Millisecond

// open lets want helpers join j, and sees to it that they come.
func (p *pardiffTeam) open(j *pardiffJob, want int) {
	p.mu.Lock()
	p.wake.L, p.done.L = &p.mu, &p.mu
	j.want = want
	p.jobs = append(p.jobs, j)
	p.calls.Add(1)
	wake := min(want, p.idle)
	p.idle -= wake
	p.rings += wake
	start := max(0, want-p.count)
	p.count += start
	p.mu.Unlock()
	for range wake {
		p.wake.Signal()
	}
	for range start {
		go pardiffHelp()
	}
}

// close ends the joining of j and waits for its helpers.
func (p *pardiffTeam) close(j *pardiffJob) {
	p.mu.Lock()
	p.drop(j)
	p.mu.Unlock()
	for i := range pardiffSpins {
		if j.busy.Load() == 0 {
			return
		}
		if i%128 == 127 {
			runtime.Gosched()
		}
	}
	p.mu.Lock()
	for j.parked = true; j.busy.Load() > 0; {
		p.done.Wait()
	}
	j.parked = false
	p.mu.Unlock()
}

// drop takes j off the list.
func (p *pardiffTeam) drop(j *pardiffJob) {
	for i, o := range p.jobs {
		if o == j {
			last := len(p.jobs) - 1
			p.jobs[i] = p.jobs[last]
			p.jobs[last] = nil
			p.jobs = p.jobs[:last]
			p.calls.Add(-1)
			return
		}
	}
}

// join returns a job that the calling helper has joined, nil if none wants it.
func (p *pardiffTeam) join() *pardiffJob {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.jobs) == 0 {
		return nil
	}
	j := p.jobs[len(p.jobs)-1]
	j.busy.Add(1)
	if j.want--; j.want == 0 {
		p.drop(j)
	}
	return j
}

// leave says that the calling helper is done with j.
func (p *pardiffTeam) leave(j *pardiffJob) {
	p.mu.Lock()
	defer p.mu.Unlock()
	parked := j.parked // once busy is 0 the caller may use j again
	if j.busy.Add(-1) == 0 && parked {
		p.done.Broadcast()
	}
}

// fail notes that chunk c of j has panicked, and lets no further chunk begin. All chunks before
// it have begun, so the first that panics is the same in each run.
func (p *pardiffTeam) fail(j *pardiffJob, c int64, reason any) {
	j.next.Store(j.chunks)
	p.mu.Lock()
	defer p.mu.Unlock()
	if !j.failed || c < j.chunk {
		j.failed, j.chunk, j.reason = true, c, reason
	}
}

// pardiffHelp is the life of a helper: it joins jobs, spins for a moment where there is none, then
// waits to be woken.
func pardiffHelp() {
	p := &pardiffCrew
	for {
		for i := 0; i < pardiffSpins; i++ {
			if p.calls.Load() > 0 {
				if j := p.join(); j != nil {
					j.work()
					p.leave(j)
					i = 0
				}
			}
			if i%128 == 127 {
				runtime.Gosched()
			}
		}
		if !p.rest() {
			return
		}
	}
}

// rest waits to be woken. It returns false if the helper is to leave: nobody has come to rest for a
// while. One timer serves all helpers, so that a helper that comes allocates nothing.
func (p *pardiffTeam) rest() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.jobs) > 0 {
		return true
	}
	p.idle++
	if p.timer == nil {
		p.timer = time.AfterFunc(pardiffStay, p.end)
	} else {
		p.timer.Reset(pardiffStay)
	}
	for ends := p.ends; p.rings == 0 && p.ends == ends; {
		p.wake.Wait()
	}
	if p.rings > 0 {
		p.rings--
		return true
	}
	p.idle--
	p.count--
	return false
}

// end sends the helpers away that wait.
func (p *pardiffTeam) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ends++
	p.wake.Broadcast()
}
