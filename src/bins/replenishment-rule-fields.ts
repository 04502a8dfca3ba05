/** Requests and replies of the replenishment of pick faces. */

import Type from 'typebox';
import { warehouseCodeField } from '../contract/fields.ts';
import { primaryInventoryStatus } from '../contract/operator-settings.ts';
import { itemInStatusFields, normalizeLocationCode } from '../locations/index.ts';
import { binLocationField } from './bin-fields.ts';
import type { ReplenishmentRule, ReplenishmentRuleKey } from './replenishment-rule-store.ts';

export const replenishmentRuleKeyFields = {
  Warehouse: warehouseCodeField,
  Location: binLocationField,
  ...itemInStatusFields,
};

export const replenishmentRuleKeyExample = {
  Warehouse: 'APC01',
  Location: 'A-01-02',
  CustomerNo: 'W1001',
  ItemNo: '23PIN-01',
};

interface RuleKeyRequest {
  readonly Warehouse: string;
  readonly Location: string;
  readonly CustomerNo: string;
  readonly ItemNo: string;
  readonly InventoryStatus?: string;
}

export const replenishmentRuleKeyOf = (request: RuleKeyRequest): ReplenishmentRuleKey => ({
  customerNo: request.CustomerNo,
  warehouse: request.Warehouse,
  location: normalizeLocationCode(request.Location),
  itemNo: request.ItemNo,
  status: request.InventoryStatus ?? primaryInventoryStatus,
});

export const ReplenishmentRuleRecord = Type.Object({
  Location: Type.String(),
  CustomerNo: Type.String(),
  ItemNo: Type.String(),
  InventoryStatus: Type.String(),
  Minimum: Type.Integer(),
  Target: Type.Integer(),
});

export const replenishmentRuleExample = {
  Location: 'A-01-02',
  CustomerNo: 'W1001',
  ItemNo: '23PIN-01',
  InventoryStatus: 'GOOD-NO-TX',
  Minimum: 12,
  Target: 48,
};

export const replenishmentRuleRecord = ({
  location,
  customerNo,
  itemNo,
  status,
  minimum,
  target,
}: ReplenishmentRule) => ({
  Location: location,
  CustomerNo: customerNo,
  ItemNo: itemNo,
  InventoryStatus: status,
  Minimum: minimum,
  Target: target,
});
