/** All SQL of `bin_rules` by customer: when pick faces are filled from the reserve, and who fills them. */
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';

export interface ReplenishmentRuleKey {
  readonly customerNo: string;
  readonly warehouse: string;
  readonly location: string;
  readonly itemNo: string;
  readonly status: string;
}

export interface ReplenishmentRule extends ReplenishmentRuleKey {
  /** Below it the face is filled, up to `target`. */
  readonly minimum: number;
  readonly target: number;
  readonly personId?: string | undefined;
  readonly person: string;
  /** In real time. */
  readonly claimedUntil?: Temporal.Instant | undefined;
}

const rules = new Table(
  'bin_rules',
  {
    customerNo: column.text(),
    warehouse: column.text(),
    location: column.text(),
    itemNo: column.text(),
    status: column.text(),
    minimum: column.int(),
    target: column.int(),
    personId: column.optional(column.uuid()),
    person: column.text(),
    claimedUntil: column.optional(column.instant()),
  },
  ['customerNo', 'warehouse', 'location', 'itemNo', 'status'],
);

const lockRules = rules.lock();
const upsertRules = rules.upsert();

/** Locks the rule, if there is one. */
export const lockReplenishmentRule = async (
  tx: Tx,
  key: ReplenishmentRuleKey,
): Promise<ReplenishmentRule | undefined> => (await lockRules(tx, [key]))[0];

/** The rules of items at warehouses, in any status. */
export const readReplenishmentRulesOfItems: (
  reader: DbReader,
  items: readonly Pick<ReplenishmentRuleKey, 'customerNo' | 'warehouse' | 'itemNo'>[],
) => Promise<ReplenishmentRule[]> = rules.find({ by: ['customerNo', 'warehouse', 'itemNo'] });

export function saveReplenishmentRule(tx: Tx, rule: ReplenishmentRule): void {
  upsertRules(tx, [rule]);
}

export const deleteReplenishmentRules = rules.delete();

/** Deletes the rules of a warehouse that these customers have, and its plan of counts. */
export async function deleteBinSettingsOfWarehouse(
  tx: Tx,
  customerNos: readonly string[],
  warehouse: string,
): Promise<void> {
  await tx.rows('delete from bin_rules where customer_no = any ($1::text[]) and warehouse = $2', [
    customerNos,
    warehouse,
  ]);
  await tx.rows('delete from count_plans where warehouse = $1', [warehouse]);
}

const lockRulesOfWarehouse = rules.lock({ by: ['customerNo', 'warehouse'] });

/** Locks the rules of a warehouse that these customers have. */
export async function lockReplenishmentRulesOfWarehouse(
  tx: Tx,
  customerNos: readonly string[],
  warehouse: string,
): Promise<void> {
  await lockRulesOfWarehouse(
    tx,
    customerNos.map((customerNo) => ({ customerNo, warehouse })),
  );
}

const lockRulesInStatus = rules.lock({ by: ['customerNo', 'status'] });

/** Locks the rules of an inventory status that these customers have. */
export async function lockReplenishmentRulesInStatus(
  tx: Tx,
  customerNos: readonly string[],
  status: string,
): Promise<void> {
  await lockRulesInStatus(
    tx,
    customerNos.map((customerNo) => ({ customerNo, status })),
  );
}

/** Deletes the rules of an inventory status that these customers have. */
export async function deleteReplenishmentRulesInStatus(
  tx: Tx,
  customerNos: readonly string[],
  status: string,
): Promise<void> {
  await tx.rows('delete from bin_rules where customer_no = any ($1::text[]) and status = $2', [customerNos, status]);
}
