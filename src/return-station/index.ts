/** The returns station, as the simulation, the administration and the checks see it. */
export { readReturnsBeingInspected } from './scan-store.ts';
export { listParkedPackages } from './stray-store.ts';
export { verifyReturnScans } from './verify.ts';
