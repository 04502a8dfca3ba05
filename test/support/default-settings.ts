/** The operator's settings of a first start, for tests of pure functions. */
import {
  defaultCutoffs,
  defaultHolidays,
  defaultInventoryStatuses,
  defaultWarehouses,
} from '../../src/operator-settings/defaults.ts';
import { defaultCarrierRules, indexStandingRules, type OperatorSettings } from '../../src/operator-settings/index.ts';
import { defaultPacking } from './default-packing.ts';

export { defaultCutoffs, defaultHolidays, defaultWarehouses };

/** All default settings: no transit times, no standing rules, no addresses. */
export const defaultSettings: OperatorSettings = {
  warehouses: new Map(defaultWarehouses.map((warehouse) => [warehouse.code, warehouse])),
  cutoffs: new Map(defaultWarehouses.map(({ code }) => [code, defaultCutoffs])),
  holidays: defaultHolidays,
  statuses: new Map(defaultInventoryStatuses.map((status) => [status.code, status])),
  customerStatuses: new Map(),
  standingRules: indexStandingRules([], [], []),
  carrierRules: defaultCarrierRules,
  warehouseAddresses: new Map(),
  packing: defaultPacking,
  carrierAccounts: [],
};
