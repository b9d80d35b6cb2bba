//go:build cuda

package runtime

import (
	"errors"
	"fmt"
	"runtime"

	"gorgonia.org/cu"
)

// A pardiffCUDA is a device with the kernels of one launcher and the memory that it holds there.
type pardiffCUDA struct {
	fn      string // the launcher's name, which errors begin with
	device  cu.Device
	context cu.CUContext // the zero value once closed
	module  cu.Module
	kernels map[int]pardiffKernel
	bufs    map[*pardiffBuf]bool // all that ever held memory
}

// pardiffOpen readies a device for the launcher fn. It loads image (PTX, a cubin or a fatbin), or compiles
// source where image is nil, and looks the kernels up; launch counts them from 0 in the order given here.
func pardiffOpen(fn string, device int, image []byte, source string, kernels ...string) (*pardiffCUDA, error) {
	c := &pardiffCUDA{fn: fn, kernels: map[int]pardiffKernel{}, bufs: map[*pardiffBuf]bool{}}
	n, err := cu.NumDevices()
	switch {
	case errors.Is(err, cu.SharedObjectInitFailed):
		return nil, c.fail("there is no NVIDIA driver, libcuda.so.1 cannot be loaded; install the driver, or call the Go gradient", err)
	case errors.Is(err, cu.NoDevice) || err == nil && n == 0:
		return nil, c.fail("there is no NVIDIA device, or CUDA_VISIBLE_DEVICES hides it; call the Go gradient", cu.NoDevice)
	case err != nil:
		return nil, c.fail("the NVIDIA driver does not start; see that nvidia-smi works", err)
	case device < 0 || device >= n:
		return nil, c.fail(fmt.Sprintf("there is no device %d; this machine has %d, counted from 0", device, n), cu.InvalidDevice)
	}
	if c.device, err = cu.GetDevice(device); err != nil {
		return nil, c.fail(fmt.Sprintf("device %d cannot be used", device), err)
	}
	if c.context, err = c.device.RetainPrimaryCtx(); err != nil {
		return nil, c.fail(fmt.Sprintf("device %d gives no context; see that it is free and its compute mode allows one", device), err)
	}
	if err := c.do(func() error { return c.load(image, source, kernels) }); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// load brings the kernels to the device.
func (c *pardiffCUDA) load(image []byte, source string, kernels []string) (err error) {
	code := string(image)
	if image == nil {
		if code, err = c.compile(source); err != nil {
			return err
		}
	}
	if c.module, err = cu.LoadData(code); err != nil {
		return c.fail("the driver does not take the image", err)
	}
	for i, name := range kernels {
		f, err := c.module.Function(name)
		if err != nil {
			return c.fail("the image has no kernel "+name+"; make it from the .cu file that was generated with this launcher", err)
		}
		c.kernels[i] = pardiffKernel{name, f}
	}
	return nil
}

// do calls f on one OS thread, to which the device's context belongs meanwhile, and returns its error.
func (c *pardiffCUDA) do(f func() error) error {
	if c.context == (cu.CUContext{}) {
		return errors.New("pardiffgen: " + c.fn + ": used after Close")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cu.PushCurrentCtx(c.context); err != nil {
		return c.fail("the device's context cannot be used", err)
	}
	defer cu.PopCurrentCtx()
	return f()
}

// sync waits until the device has done all that was queued.
func (c *pardiffCUDA) sync() error {
	if err := cu.Synchronize(); err != nil {
		return c.fail("a kernel failed", err)
	}
	return nil
}

// close gives back the device's memory, the kernels and the context. A second call does nothing.
func (c *pardiffCUDA) close() error {
	if c.context == (cu.CUContext{}) {
		return nil
	}
	err := c.do(func() error {
		var errs error
		for b := range c.bufs {
			errs = errors.Join(errs, c.free(b))
		}
		if c.module != (cu.Module{}) {
			if err := c.module.Unload(); err != nil {
				errs = errors.Join(errs, c.fail("unloading the kernels", err))
			}
		}
		return errs
	})
	if e := c.device.ReleasePrimaryCtx(); e != nil {
		err = errors.Join(err, c.fail("releasing the device", e))
	}
	c.context = cu.CUContext{}
	return err
}

// fail wraps an error of the driver.
func (c *pardiffCUDA) fail(what string, err error) error {
	hint := ""
	switch {
	case err.Error() == "UnknownErrorCode:222": // CUDA_ERROR_UNSUPPORTED_PTX_VERSION
		hint = ": its PTX is newer than the driver; update the driver, or use an older NVRTC or nvcc"
	case errors.Is(err, cu.JitCompilerNotFound):
		hint = ": the driver's own compiler is not there, libnvidia-ptxjitcompiler.so; install it with the driver, or pass a cubin"
	case errors.Is(err, cu.OutOfMemory):
		hint = ": nvidia-smi shows what uses the device's memory"
	case errors.Is(err, cu.NoBinaryForGpu):
		hint = ": it has no code for this device; compile for it, or to PTX for compute_75"
	case errors.Is(err, cu.InvalidPtx), errors.Is(err, cu.InvalidImage):
		hint = ": it is damaged, or for a newer device; PTX for compute_75 runs on all later ones"
	case errors.Is(err, cu.IllegalAddress), errors.Is(err, cu.LaunchFailed), errors.Is(err, cu.MisalignedAddress):
		hint = ": the process cannot use the device any more; compute-sanitizer shows where it failed"
	}
	return fmt.Errorf("pardiffgen: %s: %s: %w%s", c.fn, what, err, hint)
}
