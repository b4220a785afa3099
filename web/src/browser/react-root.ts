// Everything that uses React's client imports it from here. So the boot script can load this module
// as a chunk of its own, with React in it: a direct `import()` of the package, which is no module,
// would add the code that makes one of it to the boot script.
export { createRoot, hydrateRoot, type Root } from 'react-dom/client'
