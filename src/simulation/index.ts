/** The simulation of the test environment, as compose and the list of operations see it. */
export { type Advance, type Advanced, moveClock } from './advance.ts';
export { type AutoSimulation, startAutoSimulation } from './auto.ts';
export { packAfterScan } from './packing-station.ts';
export { planTrips, simulationSteps } from './steps.ts';
export { scheduleArrivals } from './transfer-steps.ts';
