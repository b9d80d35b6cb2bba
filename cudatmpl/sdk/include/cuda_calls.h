/* The functions of cuda.h, each with the symbol of the driver that has this signature. */

PARDIFF_CU(cuArray3DCreate, cuArray3DCreate_v2,
	(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray), (pHandle, pAllocateArray))
PARDIFF_CU(cuArray3DGetDescriptor, cuArray3DGetDescriptor_v2,
	(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray), (pArrayDescriptor, hArray))
PARDIFF_CU(cuArrayCreate, cuArrayCreate_v2,
	(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray), (pHandle, pAllocateArray))
PARDIFF_CU(cuArrayDestroy, cuArrayDestroy, (CUarray hArray), (hArray))
PARDIFF_CU(cuArrayGetDescriptor, cuArrayGetDescriptor_v2,
	(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray), (pArrayDescriptor, hArray))
PARDIFF_CU(cuCtxCreate, cuCtxCreate_v2, (CUcontext *pctx, unsigned int flags, CUdevice dev), (pctx, flags, dev))
PARDIFF_CU(cuCtxDestroy, cuCtxDestroy_v2, (CUcontext ctx), (ctx))
PARDIFF_CU(cuCtxDisablePeerAccess, cuCtxDisablePeerAccess, (CUcontext peerContext), (peerContext))
PARDIFF_CU(cuCtxEnablePeerAccess, cuCtxEnablePeerAccess,
	(CUcontext peerContext, unsigned int Flags), (peerContext, Flags))
PARDIFF_CU(cuCtxGetApiVersion, cuCtxGetApiVersion, (CUcontext ctx, unsigned int *version), (ctx, version))
PARDIFF_CU(cuCtxGetCacheConfig, cuCtxGetCacheConfig, (CUfunc_cache *pconfig), (pconfig))
PARDIFF_CU(cuCtxGetCurrent, cuCtxGetCurrent, (CUcontext *pctx), (pctx))
PARDIFF_CU(cuCtxGetDevice, cuCtxGetDevice, (CUdevice *device), (device))
PARDIFF_CU(cuCtxGetFlags, cuCtxGetFlags, (unsigned int *flags), (flags))
PARDIFF_CU(cuCtxGetLimit, cuCtxGetLimit, (size_t *pvalue, CUlimit limit), (pvalue, limit))
PARDIFF_CU(cuCtxGetSharedMemConfig, cuCtxGetSharedMemConfig, (CUsharedconfig *pConfig), (pConfig))
PARDIFF_CU(cuCtxGetStreamPriorityRange, cuCtxGetStreamPriorityRange,
	(int *leastPriority, int *greatestPriority), (leastPriority, greatestPriority))
PARDIFF_CU(cuCtxPopCurrent, cuCtxPopCurrent_v2, (CUcontext *pctx), (pctx))
PARDIFF_CU(cuCtxPushCurrent, cuCtxPushCurrent_v2, (CUcontext ctx), (ctx))
PARDIFF_CU(cuCtxResetPersistingL2Cache, cuCtxResetPersistingL2Cache, (void), ())
PARDIFF_CU(cuCtxSetCacheConfig, cuCtxSetCacheConfig, (CUfunc_cache config), (config))
PARDIFF_CU(cuCtxSetCurrent, cuCtxSetCurrent, (CUcontext ctx), (ctx))
PARDIFF_CU(cuCtxSetLimit, cuCtxSetLimit, (CUlimit limit, size_t value), (limit, value))
PARDIFF_CU(cuCtxSetSharedMemConfig, cuCtxSetSharedMemConfig, (CUsharedconfig config), (config))
PARDIFF_CU(cuCtxSynchronize, cuCtxSynchronize, (void), ())
PARDIFF_CU(cuDeviceCanAccessPeer, cuDeviceCanAccessPeer,
	(int *canAccessPeer, CUdevice dev, CUdevice peerDev), (canAccessPeer, dev, peerDev))
PARDIFF_CU(cuDeviceGet, cuDeviceGet, (CUdevice *device, int ordinal), (device, ordinal))
PARDIFF_CU(cuDeviceGetAttribute, cuDeviceGetAttribute,
	(int *pi, CUdevice_attribute attrib, CUdevice dev), (pi, attrib, dev))
PARDIFF_CU(cuDeviceGetCount, cuDeviceGetCount, (int *count), (count))
PARDIFF_CU(cuDeviceGetName, cuDeviceGetName, (char *name, int len, CUdevice dev), (name, len, dev))
PARDIFF_CU(cuDeviceGetP2PAttribute, cuDeviceGetP2PAttribute,
	(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice), (value, attrib, srcDevice,
	dstDevice))
PARDIFF_CU(cuDeviceGetUuid, cuDeviceGetUuid, (CUuuid *uuid, CUdevice dev), (uuid, dev))
PARDIFF_CU(cuDevicePrimaryCtxGetState, cuDevicePrimaryCtxGetState,
	(CUdevice dev, unsigned int *flags, int *active), (dev, flags, active))
PARDIFF_CU(cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2, (CUdevice dev), (dev))
PARDIFF_CU(cuDevicePrimaryCtxReset, cuDevicePrimaryCtxReset_v2, (CUdevice dev), (dev))
PARDIFF_CU(cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain, (CUcontext *pctx, CUdevice dev), (pctx, dev))
PARDIFF_CU(cuDevicePrimaryCtxSetFlags, cuDevicePrimaryCtxSetFlags_v2,
	(CUdevice dev, unsigned int flags), (dev, flags))
PARDIFF_CU(cuDeviceTotalMem, cuDeviceTotalMem_v2, (size_t *bytes, CUdevice dev), (bytes, dev))
PARDIFF_CU(cuDriverGetVersion, cuDriverGetVersion, (int *driverVersion), (driverVersion))
PARDIFF_CU(cuEventCreate, cuEventCreate, (CUevent *phEvent, unsigned int Flags), (phEvent, Flags))
PARDIFF_CU(cuEventDestroy, cuEventDestroy_v2, (CUevent hEvent), (hEvent))
PARDIFF_CU(cuEventElapsedTime, cuEventElapsedTime,
	(float *pMilliseconds, CUevent hStart, CUevent hEnd), (pMilliseconds, hStart, hEnd))
PARDIFF_CU(cuEventQuery, cuEventQuery, (CUevent hEvent), (hEvent))
PARDIFF_CU(cuEventRecord, cuEventRecord, (CUevent hEvent, CUstream hStream), (hEvent, hStream))
PARDIFF_CU(cuEventSynchronize, cuEventSynchronize, (CUevent hEvent), (hEvent))
PARDIFF_CU(cuFuncGetAttribute, cuFuncGetAttribute,
	(int *pi, CUfunction_attribute attrib, CUfunction hfunc), (pi, attrib, hfunc))
PARDIFF_CU(cuFuncSetCacheConfig, cuFuncSetCacheConfig, (CUfunction hfunc, CUfunc_cache config), (hfunc, config))
PARDIFF_CU(cuFuncSetSharedMemConfig, cuFuncSetSharedMemConfig,
	(CUfunction hfunc, CUsharedconfig config), (hfunc, config))
PARDIFF_CU(cuGraphAddChildGraphNode, cuGraphAddChildGraphNode,
	(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUgraph
	childGraph), (phGraphNode, hGraph, dependencies, numDependencies, childGraph))
PARDIFF_CU(cuGraphAddDependencies, cuGraphAddDependencies,
	(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, size_t numDependencies), (hGraph, from, to,
	numDependencies))
PARDIFF_CU(cuGraphAddEmptyNode, cuGraphAddEmptyNode,
	(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies), (phGraphNode,
	hGraph, dependencies, numDependencies))
PARDIFF_CU(cuGraphAddHostNode, cuGraphAddHostNode,
	(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const
	CUDA_HOST_NODE_PARAMS *nodeParams), (phGraphNode, hGraph, dependencies, numDependencies, nodeParams))
PARDIFF_CU(cuGraphAddKernelNode, cuGraphAddKernelNode,
	(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const
	CUDA_KERNEL_NODE_PARAMS *nodeParams), (phGraphNode, hGraph, dependencies, numDependencies, nodeParams))
PARDIFF_CU(cuGraphAddMemcpyNode, cuGraphAddMemcpyNode,
	(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const
	CUDA_MEMCPY3D *copyParams, CUcontext ctx), (phGraphNode, hGraph, dependencies, numDependencies, copyParams, ctx))
PARDIFF_CU(cuGraphAddMemsetNode, cuGraphAddMemsetNode,
	(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const
	CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx), (phGraphNode, hGraph, dependencies, numDependencies,
	memsetParams, ctx))
PARDIFF_CU(cuGraphClone, cuGraphClone, (CUgraph *phGraphClone, CUgraph originalGraph), (phGraphClone, originalGraph))
PARDIFF_CU(cuGraphCreate, cuGraphCreate, (CUgraph *phGraph, unsigned int flags), (phGraph, flags))
PARDIFF_CU(cuGraphDestroy, cuGraphDestroy, (CUgraph hGraph), (hGraph))
PARDIFF_CU(cuGraphDestroyNode, cuGraphDestroyNode, (CUgraphNode hNode), (hNode))
PARDIFF_CU(cuGraphExecDestroy, cuGraphExecDestroy, (CUgraphExec hGraphExec), (hGraphExec))
PARDIFF_CU(cuGraphGetEdges, cuGraphGetEdges,
	(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, size_t *numEdges), (hGraph, from, to, numEdges))
PARDIFF_CU(cuLaunchKernel, cuLaunchKernel,
	(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX,
	unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams,
	void **extra), (f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream,
	kernelParams, extra))
PARDIFF_CU(cuLinkAddData, cuLinkAddData_v2,
	(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int numOptions,
	CUjit_option *options, void **optionValues), (state, type, data, size, name, numOptions, options, optionValues))
PARDIFF_CU(cuLinkAddFile, cuLinkAddFile_v2,
	(CUlinkState state, CUjitInputType type, const char *path, unsigned int numOptions, CUjit_option *options, void
	**optionValues), (state, type, path, numOptions, options, optionValues))
PARDIFF_CU(cuLinkComplete, cuLinkComplete,
	(CUlinkState state, void **cubinOut, size_t *sizeOut), (state, cubinOut, sizeOut))
PARDIFF_CU(cuLinkCreate, cuLinkCreate_v2,
	(unsigned int numOptions, CUjit_option *options, void **optionValues, CUlinkState *stateOut), (numOptions, options,
	optionValues, stateOut))
PARDIFF_CU(cuLinkDestroy, cuLinkDestroy, (CUlinkState state), (state))
PARDIFF_CU(cuMemAdvise, cuMemAdvise,
	(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device), (devPtr, count, advice, device))
PARDIFF_CU(cuMemAlloc, cuMemAlloc_v2, (CUdeviceptr *dptr, size_t bytesize), (dptr, bytesize))
PARDIFF_CU(cuMemAllocManaged, cuMemAllocManaged,
	(CUdeviceptr *dptr, size_t bytesize, unsigned int flags), (dptr, bytesize, flags))
PARDIFF_CU(cuMemAllocPitch, cuMemAllocPitch_v2,
	(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height, unsigned int ElementSizeBytes), (dptr,
	pPitch, WidthInBytes, Height, ElementSizeBytes))
PARDIFF_CU(cuMemFree, cuMemFree_v2, (CUdeviceptr dptr), (dptr))
PARDIFF_CU(cuMemFreeHost, cuMemFreeHost, (void *p), (p))
PARDIFF_CU(cuMemGetAddressRange, cuMemGetAddressRange_v2,
	(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr), (pbase, psize, dptr))
PARDIFF_CU(cuMemGetInfo, cuMemGetInfo_v2, (size_t *free, size_t *total), (free, total))
PARDIFF_CU(cuMemPrefetchAsync, cuMemPrefetchAsync,
	(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream), (devPtr, count, dstDevice, hStream))
PARDIFF_CU(cuMemcpy, cuMemcpy, (CUdeviceptr dst, CUdeviceptr src, size_t ByteCount), (dst, src, ByteCount))
PARDIFF_CU(cuMemcpy2D, cuMemcpy2D_v2, (const CUDA_MEMCPY2D *pCopy), (pCopy))
PARDIFF_CU(cuMemcpy2DAsync, cuMemcpy2DAsync_v2, (const CUDA_MEMCPY2D *pCopy, CUstream hStream), (pCopy, hStream))
PARDIFF_CU(cuMemcpy2DUnaligned, cuMemcpy2DUnaligned_v2, (const CUDA_MEMCPY2D *pCopy), (pCopy))
PARDIFF_CU(cuMemcpy3D, cuMemcpy3D_v2, (const CUDA_MEMCPY3D *pCopy), (pCopy))
PARDIFF_CU(cuMemcpy3DAsync, cuMemcpy3DAsync_v2, (const CUDA_MEMCPY3D *pCopy, CUstream hStream), (pCopy, hStream))
PARDIFF_CU(cuMemcpy3DPeer, cuMemcpy3DPeer, (const CUDA_MEMCPY3D_PEER *pCopy), (pCopy))
PARDIFF_CU(cuMemcpy3DPeerAsync, cuMemcpy3DPeerAsync,
	(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream), (pCopy, hStream))
PARDIFF_CU(cuMemcpyAsync, cuMemcpyAsync,
	(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream), (dst, src, ByteCount, hStream))
PARDIFF_CU(cuMemcpyAtoA, cuMemcpyAtoA_v2,
	(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount), (dstArray, dstOffset,
	srcArray, srcOffset, ByteCount))
PARDIFF_CU(cuMemcpyAtoD, cuMemcpyAtoD_v2,
	(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount), (dstDevice, srcArray, srcOffset,
	ByteCount))
PARDIFF_CU(cuMemcpyAtoH, cuMemcpyAtoH_v2,
	(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount), (dstHost, srcArray, srcOffset, ByteCount))
PARDIFF_CU(cuMemcpyAtoHAsync, cuMemcpyAtoHAsync_v2,
	(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream), (dstHost, srcArray,
	srcOffset, ByteCount, hStream))
PARDIFF_CU(cuMemcpyDtoA, cuMemcpyDtoA_v2,
	(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount), (dstArray, dstOffset, srcDevice,
	ByteCount))
PARDIFF_CU(cuMemcpyDtoD, cuMemcpyDtoD_v2,
	(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount), (dstDevice, srcDevice, ByteCount))
PARDIFF_CU(cuMemcpyDtoDAsync, cuMemcpyDtoDAsync_v2,
	(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream), (dstDevice, srcDevice,
	ByteCount, hStream))
PARDIFF_CU(cuMemcpyDtoH, cuMemcpyDtoH_v2,
	(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount), (dstHost, srcDevice, ByteCount))
PARDIFF_CU(cuMemcpyDtoHAsync, cuMemcpyDtoHAsync_v2,
	(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream), (dstHost, srcDevice, ByteCount,
	hStream))
PARDIFF_CU(cuMemcpyHtoA, cuMemcpyHtoA_v2,
	(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount), (dstArray, dstOffset, srcHost,
	ByteCount))
PARDIFF_CU(cuMemcpyHtoAAsync, cuMemcpyHtoAAsync_v2,
	(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream), (dstArray,
	dstOffset, srcHost, ByteCount, hStream))
PARDIFF_CU(cuMemcpyHtoD, cuMemcpyHtoD_v2,
	(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount), (dstDevice, srcHost, ByteCount))
PARDIFF_CU(cuMemcpyHtoDAsync, cuMemcpyHtoDAsync_v2,
	(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream), (dstDevice, srcHost, ByteCount,
	hStream))
PARDIFF_CU(cuMemcpyPeer, cuMemcpyPeer,
	(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount),
	(dstDevice, dstContext, srcDevice, srcContext, ByteCount))
PARDIFF_CU(cuMemcpyPeerAsync, cuMemcpyPeerAsync,
	(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount,
	CUstream hStream), (dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream))
PARDIFF_CU(cuMemsetD16, cuMemsetD16_v2, (CUdeviceptr dstDevice, unsigned short us, size_t N), (dstDevice, us, N))
PARDIFF_CU(cuMemsetD16Async, cuMemsetD16Async,
	(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream), (dstDevice, us, N, hStream))
PARDIFF_CU(cuMemsetD2D16, cuMemsetD2D16_v2,
	(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height), (dstDevice, dstPitch, us,
	Width, Height))
PARDIFF_CU(cuMemsetD2D16Async, cuMemsetD2D16Async,
	(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream),
	(dstDevice, dstPitch, us, Width, Height, hStream))
PARDIFF_CU(cuMemsetD2D32, cuMemsetD2D32_v2,
	(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height), (dstDevice, dstPitch, ui,
	Width, Height))
PARDIFF_CU(cuMemsetD2D32Async, cuMemsetD2D32Async,
	(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream),
	(dstDevice, dstPitch, ui, Width, Height, hStream))
PARDIFF_CU(cuMemsetD2D8, cuMemsetD2D8_v2,
	(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height), (dstDevice, dstPitch, uc,
	Width, Height))
PARDIFF_CU(cuMemsetD2D8Async, cuMemsetD2D8Async,
	(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream),
	(dstDevice, dstPitch, uc, Width, Height, hStream))
PARDIFF_CU(cuMemsetD32, cuMemsetD32_v2, (CUdeviceptr dstDevice, unsigned int ui, size_t N), (dstDevice, ui, N))
PARDIFF_CU(cuMemsetD32Async, cuMemsetD32Async,
	(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream), (dstDevice, ui, N, hStream))
PARDIFF_CU(cuMemsetD8, cuMemsetD8_v2, (CUdeviceptr dstDevice, unsigned char uc, size_t N), (dstDevice, uc, N))
PARDIFF_CU(cuMemsetD8Async, cuMemsetD8Async,
	(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream), (dstDevice, uc, N, hStream))
PARDIFF_CU(cuModuleGetFunction, cuModuleGetFunction,
	(CUfunction *hfunc, CUmodule hmod, const char *name), (hfunc, hmod, name))
PARDIFF_CU(cuModuleGetGlobal, cuModuleGetGlobal_v2,
	(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod, const char *name), (dptr, bytes, hmod, name))
PARDIFF_CU(cuModuleGetSurfRef, cuModuleGetSurfRef,
	(CUsurfref *pSurfRef, CUmodule hmod, const char *name), (pSurfRef, hmod, name))
PARDIFF_CU(cuModuleGetTexRef, cuModuleGetTexRef,
	(CUtexref *pTexRef, CUmodule hmod, const char *name), (pTexRef, hmod, name))
PARDIFF_CU(cuModuleLoad, cuModuleLoad, (CUmodule *module, const char *fname), (module, fname))
PARDIFF_CU(cuModuleLoadData, cuModuleLoadData, (CUmodule *module, const void *image), (module, image))
PARDIFF_CU(cuModuleLoadDataEx, cuModuleLoadDataEx,
	(CUmodule *module, const void *image, unsigned int numOptions, CUjit_option *options, void **optionValues),
	(module, image, numOptions, options, optionValues))
PARDIFF_CU(cuModuleLoadFatBinary, cuModuleLoadFatBinary, (CUmodule *module, const void *fatCubin), (module, fatCubin))
PARDIFF_CU(cuModuleUnload, cuModuleUnload, (CUmodule hmod), (hmod))
PARDIFF_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor, cuOccupancyMaxActiveBlocksPerMultiprocessor,
	(int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize), (numBlocks, func, blockSize,
	dynamicSMemSize))
PARDIFF_CU(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
	(int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize, unsigned int flags), (numBlocks, func,
	blockSize, dynamicSMemSize, flags))
PARDIFF_CU(cuPointerGetAttribute, cuPointerGetAttribute,
	(void *data, CUpointer_attribute attribute, CUdeviceptr ptr), (data, attribute, ptr))
PARDIFF_CU(cuPointerSetAttribute, cuPointerSetAttribute,
	(const void *value, CUpointer_attribute attribute, CUdeviceptr ptr), (value, attribute, ptr))
PARDIFF_CU(cuStreamAttachMemAsync, cuStreamAttachMemAsync,
	(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags), (hStream, dptr, length, flags))
PARDIFF_CU(cuStreamCreate, cuStreamCreate, (CUstream *phStream, unsigned int Flags), (phStream, Flags))
PARDIFF_CU(cuStreamCreateWithPriority, cuStreamCreateWithPriority,
	(CUstream *phStream, unsigned int flags, int priority), (phStream, flags, priority))
PARDIFF_CU(cuStreamDestroy, cuStreamDestroy_v2, (CUstream hStream), (hStream))
PARDIFF_CU(cuStreamGetFlags, cuStreamGetFlags, (CUstream hStream, unsigned int *flags), (hStream, flags))
PARDIFF_CU(cuStreamGetPriority, cuStreamGetPriority, (CUstream hStream, int *priority), (hStream, priority))
PARDIFF_CU(cuStreamQuery, cuStreamQuery, (CUstream hStream), (hStream))
PARDIFF_CU(cuStreamSynchronize, cuStreamSynchronize, (CUstream hStream), (hStream))
PARDIFF_CU(cuStreamWaitEvent, cuStreamWaitEvent,
	(CUstream hStream, CUevent hEvent, unsigned int Flags), (hStream, hEvent, Flags))
PARDIFF_CU(cuStreamWaitValue32, cuStreamWaitValue32,
	(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags), (stream, addr, value, flags))
PARDIFF_CU(cuStreamWriteValue32, cuStreamWriteValue32,
	(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags), (stream, addr, value, flags))
PARDIFF_CU(cuSurfRefGetArray, cuSurfRefGetArray, (CUarray *phArray, CUsurfref hSurfRef), (phArray, hSurfRef))
PARDIFF_CU(cuSurfRefSetArray, cuSurfRefSetArray,
	(CUsurfref hSurfRef, CUarray hArray, unsigned int Flags), (hSurfRef, hArray, Flags))
PARDIFF_CU(cuTexRefGetAddress, cuTexRefGetAddress_v2, (CUdeviceptr *pdptr, CUtexref hTexRef), (pdptr, hTexRef))
PARDIFF_CU(cuTexRefGetAddressMode, cuTexRefGetAddressMode,
	(CUaddress_mode *pam, CUtexref hTexRef, int dim), (pam, hTexRef, dim))
PARDIFF_CU(cuTexRefGetArray, cuTexRefGetArray, (CUarray *phArray, CUtexref hTexRef), (phArray, hTexRef))
PARDIFF_CU(cuTexRefGetBorderColor, cuTexRefGetBorderColor,
	(float *pBorderColor, CUtexref hTexRef), (pBorderColor, hTexRef))
PARDIFF_CU(cuTexRefGetFilterMode, cuTexRefGetFilterMode, (CUfilter_mode *pfm, CUtexref hTexRef), (pfm, hTexRef))
PARDIFF_CU(cuTexRefGetFlags, cuTexRefGetFlags, (unsigned int *pFlags, CUtexref hTexRef), (pFlags, hTexRef))
PARDIFF_CU(cuTexRefGetFormat, cuTexRefGetFormat,
	(CUarray_format *pFormat, int *pNumChannels, CUtexref hTexRef), (pFormat, pNumChannels, hTexRef))
PARDIFF_CU(cuTexRefGetMaxAnisotropy, cuTexRefGetMaxAnisotropy,
	(int *pmaxAniso, CUtexref hTexRef), (pmaxAniso, hTexRef))
PARDIFF_CU(cuTexRefSetAddress, cuTexRefSetAddress_v2,
	(size_t *ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, size_t bytes), (ByteOffset, hTexRef, dptr, bytes))
PARDIFF_CU(cuTexRefSetAddress2D, cuTexRefSetAddress2D_v3,
	(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr dptr, size_t Pitch), (hTexRef, desc, dptr,
	Pitch))
PARDIFF_CU(cuTexRefSetAddressMode, cuTexRefSetAddressMode,
	(CUtexref hTexRef, int dim, CUaddress_mode am), (hTexRef, dim, am))
PARDIFF_CU(cuTexRefSetArray, cuTexRefSetArray,
	(CUtexref hTexRef, CUarray hArray, unsigned int Flags), (hTexRef, hArray, Flags))
PARDIFF_CU(cuTexRefSetBorderColor, cuTexRefSetBorderColor,
	(CUtexref hTexRef, float *pBorderColor), (hTexRef, pBorderColor))
PARDIFF_CU(cuTexRefSetFilterMode, cuTexRefSetFilterMode, (CUtexref hTexRef, CUfilter_mode fm), (hTexRef, fm))
PARDIFF_CU(cuTexRefSetFlags, cuTexRefSetFlags, (CUtexref hTexRef, unsigned int Flags), (hTexRef, Flags))
PARDIFF_CU(cuTexRefSetFormat, cuTexRefSetFormat,
	(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents), (hTexRef, fmt, NumPackedComponents))
PARDIFF_CU(cuTexRefSetMaxAnisotropy, cuTexRefSetMaxAnisotropy,
	(CUtexref hTexRef, unsigned int maxAniso), (hTexRef, maxAniso))
PARDIFF_CU(cuTexRefSetMipmapFilterMode, cuTexRefSetMipmapFilterMode,
	(CUtexref hTexRef, CUfilter_mode fm), (hTexRef, fm))
PARDIFF_CU(cuTexRefSetMipmapLevelBias, cuTexRefSetMipmapLevelBias, (CUtexref hTexRef, float bias), (hTexRef, bias))
PARDIFF_CU(cuTexRefSetMipmapLevelClamp, cuTexRefSetMipmapLevelClamp,
	(CUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp), (hTexRef, minMipmapLevelClamp,
	maxMipmapLevelClamp))
