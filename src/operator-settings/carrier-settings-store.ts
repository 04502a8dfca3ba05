/**
 * The SQL of `carrier_rules` and `warehouse_addresses`, the operator's settings for carriers. Removing a warehouse deletes its address
 * (`warehouse-edits.ts`).
 */
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { type CarrierRule, defaultCarrierRules } from './carrier-rules.ts';
import type { WarehouseAddress } from './settings.ts';

interface RuleRow {
  rank: number;
  carrier: string;
  service: string;
  from_miles: number | null;
  to_miles: number | null;
  season_from: string | null;
  season_to: string | null;
  ice_pack: boolean | null;
  states: string[] | null;
  max_price: string | null;
  max_transit_days: number | null;
}

const ruleOf = (row: RuleRow): CarrierRule => ({
  rank: row.rank,
  carrier: row.carrier as CarrierCode,
  service: row.service as CarrierServiceCode | '*',
  ...(row.from_miles === null ? {} : { fromMiles: row.from_miles }),
  ...(row.to_miles === null ? {} : { toMiles: row.to_miles }),
  ...(row.season_from === null || row.season_to === null
    ? {}
    : { season: { from: row.season_from, to: row.season_to } }),
  ...(row.ice_pack === null ? {} : { icePack: row.ice_pack }),
  ...(row.states === null ? {} : { states: row.states }),
  ...(row.max_price === null ? {} : { maxPrice: Number(row.max_price) }),
  ...(row.max_transit_days === null ? {} : { maxTransitDays: row.max_transit_days }),
});

/** The operator's own rules, by rank. */
export async function readSavedCarrierRules(reader: DbReader): Promise<CarrierRule[]> {
  return (await reader.rows<RuleRow>('select * from carrier_rules order by rank')).map(ruleOf);
}

/** The operator's rules, by rank; the default rules when it has set none. */
export async function readEffectiveCarrierRules(reader: DbReader): Promise<readonly CarrierRule[]> {
  const rules = await readSavedCarrierRules(reader);
  return rules.length === 0 ? defaultCarrierRules : rules;
}

/** Inserts a rule, or replaces the one of the same rank. */
export async function saveCarrierRule(tx: Tx, rule: CarrierRule): Promise<void> {
  await tx.rows(
    `insert into carrier_rules (rank, carrier, service, from_miles, to_miles, season_from, season_to, ice_pack, states,
                                max_price, max_transit_days)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (rank) do update
        set carrier = excluded.carrier, service = excluded.service, from_miles = excluded.from_miles,
            to_miles = excluded.to_miles, season_from = excluded.season_from, season_to = excluded.season_to,
            ice_pack = excluded.ice_pack, states = excluded.states, max_price = excluded.max_price,
            max_transit_days = excluded.max_transit_days`,
    [
      rule.rank,
      rule.carrier,
      rule.service,
      rule.fromMiles ?? null,
      rule.toMiles ?? null,
      rule.season?.from ?? null,
      rule.season?.to ?? null,
      rule.icePack ?? null,
      rule.states ?? null,
      rule.maxPrice ?? null,
      rule.maxTransitDays ?? null,
    ],
  );
}

/** Returns whether the rule existed. */
export async function deleteCarrierRule(tx: Tx, rank: number): Promise<boolean> {
  return (await tx.rows('delete from carrier_rules where rank = $1 returning rank', [rank])).length > 0;
}

/** The ship-from address of each warehouse, by code; warehouses without one are absent. */
export async function readWarehouseAddresses(reader: DbReader): Promise<Map<string, WarehouseAddress>> {
  const rows = await reader.rows<WarehouseAddress & { warehouse: string }>(
    'select warehouse, company, street, street2, phone from warehouse_addresses order by warehouse',
  );
  return new Map(rows.map(({ warehouse, ...address }) => [warehouse, address]));
}

/** Inserts or replaces the address of an existing warehouse. */
export async function saveWarehouseAddress(
  tx: Tx,
  warehouse: string,
  { company, street, street2, phone }: WarehouseAddress,
): Promise<void> {
  await tx.rows(
    `insert into warehouse_addresses (warehouse, company, street, street2, phone) values ($1, $2, $3, $4, $5)
         on conflict (warehouse) do update
        set company = excluded.company, street = excluded.street, street2 = excluded.street2, phone = excluded.phone`,
    [warehouse, company, street, street2, phone],
  );
}

/** Inserts an invented address for each warehouse when no warehouse has one. Idempotent. */
export async function insertSampleWarehouseAddresses(tx: Tx): Promise<void> {
  // An insert would need all nodes of a cluster, also when it inserts nothing.
  const existing = await tx.rows('select 1 from warehouse_addresses limit 1');
  if (existing.length > 0) return;
  await tx.rows(
    `insert into warehouse_addresses (warehouse, company, street, street2, phone)
     select code, 'Test Warehouse ' || code, 99 + row_number() over (order by code) || ' Sample Rd', '', '555-555-0100'
       from warehouses
         on conflict (warehouse) do nothing`,
    [],
  );
}

/** Returns whether it existed. */
export async function deleteWarehouseAddress(tx: Tx, warehouse: string): Promise<boolean> {
  const deleted = await tx.rows('delete from warehouse_addresses where warehouse = $1 returning warehouse', [
    warehouse,
  ]);
  return deleted.length > 0;
}
