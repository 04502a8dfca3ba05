/** The simulation of the test environment, as compose, the wiring and the tests see it. */
export { type AutoSimulation, startAutoSimulation } from './auto.ts';
export { schedulePackingAfterScan } from './packing-station.ts';
export { scheduleCarrierScans, simulationStepHandlers } from './steps.ts';
export { scheduleTransferArrivals } from './transfer-steps.ts';
