/** The public interface of the floor. */

export { findCanceledBox } from './boxes-left-behind.ts';
export { findItemsByCode, readScannableCodesOfItems } from './codes-of-items.ts';
export { packagesDepartedHook } from './departure.ts';
export { floorLeadRoles, floorRoles } from './floor-fields.ts';
export { listOpenFloorWorkAt } from './floor-lists.ts';
export { floorWorkHooks, readFloorWork } from './floor-store.ts';
export { activeFloorStates } from './floor-work.ts';
export { createItemCodeMatcher, type ItemCode, normalizeItemCode } from './item-code.ts';
export { type OrderWithScannedLabel, packScannedOrdersHook } from './jit-scans-at-automatic-warehouse.ts';
export { unitsInNoBinPort, unitsTakenForTransfersPort } from './picking-snapshot.ts';
export { verifyPicking } from './picking-verify.ts';
export { deleteReleaseSchedulesOfWarehouse } from './release-schedule-store.ts';
export { runReleaseSchedules } from './run-schedules.ts';
export { makeScanForms } from './scan-forms.ts';
export type { StationPerson } from './station.ts';
export { readToteContentsSentences } from './tote-contents.ts';
export { cancelUnpackedBoxes } from './unpacked-boxes.ts';
export { verifyFloor } from './verify.ts';
