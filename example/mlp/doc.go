// Command mlp trains a network with one hidden layer to tell the three species of the Iris
// data apart, by gradient descent with momentum on the gradient that pardiffgen derives from
// [Net.Loss].
//
// The data are those of package iris. Two of three flowers are used for training, the others
// show how well the network does on flowers that it has not seen. The adjoint of a *Net is another
// *Net: its slices receive the derivatives with respect to the weights.
package main
