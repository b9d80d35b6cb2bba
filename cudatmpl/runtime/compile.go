//go:build cuda

package runtime

import (
	"errors"
	"fmt"
	"sync"

	"gorgonia.org/cu/nvrtc"
)

// pardiffCompiled holds the PTX that this process made, by source and architecture.
var pardiffCompiled sync.Map

// pardiffFloor is the oldest architecture that every NVRTC since CUDA 11 compiles for. Its PTX runs on all
// later devices.
const pardiffFloor = "compute_75"

// compile compiles source with NVRTC to PTX for the device, or for pardiffFloor if the device is newer than
// NVRTC is.
func (c *pardiffCUDA) compile(source string) (string, error) {
	major, minor, err := c.device.ComputeCapability()
	if err != nil {
		return "", c.fail("asking the device for its architecture", err)
	}
	arch := fmt.Sprintf("compute_%d%d", major, minor)
	if ptx, ok := pardiffCompiled.Load(arch + source); ok {
		return ptx.(string), nil
	}
	if _, _, err := nvrtc.Version(); err != nil {
		return "", c.fail("there is no NVRTC to compile the kernels with, libnvrtc.so cannot be loaded; "+
			"install CUDA's libnvrtc or set LD_LIBRARY_PATH, or pass an image that nvcc made from the .cu file", err)
	}
	ptx, log, err := pardiffNVRTC(source, c.fn+".cu", arch)
	if errors.Is(err, nvrtc.InvalidOption) && major*10+minor > 75 {
		ptx, log, err = pardiffNVRTC(source, c.fn+".cu", pardiffFloor)
	}
	if err != nil {
		return "", c.fail("NVRTC does not compile the kernels for "+arch+"\n"+log, err)
	}
	pardiffCompiled.Store(arch+source, ptx)
	return ptx, nil
}

// pardiffNVRTC compiles source, called name in the log, to PTX.
func pardiffNVRTC(source, name, arch string) (ptx, log string, err error) {
	p, err := nvrtc.CreateProgram(source, name)
	if err != nil {
		return "", "", err
	}
	defer p.Destroy()
	if err := p.Compile("--gpu-architecture="+arch, "--std=c++17"); err != nil {
		log, _ = p.GetLog()
		return "", log, err
	}
	ptx, err = p.GetPTX()
	return ptx, "", err
}
