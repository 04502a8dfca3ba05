/** The returns station, as the simulation, the administration and the checks see it. */
export { listReturnsBeingInspectedInStatus, readReturnIdsBeingInspected } from './scan-store.ts';
export { listParkedStrayPackages } from './stray-store.ts';
export { verifyReturnScans } from './verify.ts';
