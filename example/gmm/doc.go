// Command gmm fits a mixture of three Gaussians with full covariances to the Iris data by
// maximum likelihood: L-BFGS on the gradient that pardiffgen derives from [LogLik].
//
// The data are those of package iris (Fisher 1936, as shipped by R and scikit-learn). The
// parametrisation is that of Microsoft's ADBench, without its prior: any real numbers are a
// mixture, so the optimisation has no constraints. The best fit of three components has a total
// log-likelihood of -180.19, as R's mclust (model VVV) and scikit-learn find.
package main
