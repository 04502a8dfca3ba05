/** The operator's settings of a first start, for tests of pure functions. */
import {
  defaultCarrierRules,
  defaultCutoffs,
  defaultHolidays,
  defaultInventoryStatuses,
  defaultPacking,
  defaultWarehouses,
  indexStandingRules,
  type OperatorSettings,
} from '../../src/operator-settings/index.ts';

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
