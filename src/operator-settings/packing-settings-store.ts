/** The SQL of `shippers` and `packing_rules`. Removing a warehouse deletes its rules (`warehouse-edits.ts`). */
import type { ShipperBoxFormat } from '../contract/operator-settings.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import type { PackingRule, PackingSettings, ShipperBox } from './packing-rules.ts';

interface ShipperRow extends Omit<ShipperBox, 'bottles' | 'inner' | 'lengthIn' | 'widthIn' | 'heightIn' | 'emptyLb'> {
  readonly bottles: number | null;
  readonly inner: readonly number[] | null;
  readonly outer: readonly number[];
  readonly emptyLb: number;
}

const sizeOf = ([lengthIn = 0, widthIn = 0, heightIn = 0]: readonly number[]) => ({ lengthIn, widthIn, heightIn });

function shipperOfRow({ bottles, inner, outer, ...row }: ShipperRow): ShipperBox {
  return {
    ...row,
    bottles: bottles ?? undefined,
    inner: inner === null ? undefined : sizeOf(inner),
    ...sizeOf(outer),
  };
}

/** The shippers, small ones first within a format, and the rules, those for all warehouses first. */
export async function readPackingSettings(reader: DbReader): Promise<PackingSettings> {
  const shippers = await reader.rows<ShipperRow>(
    `select code, name, scan_code as "scanCode", format, bottles, empty_lb::float8 as "emptyLb",
            case when inner_length is not null
                 then array[inner_length::float8, inner_width::float8, inner_height::float8] end as inner,
            array[length::float8, width::float8, height::float8] as outer,
            takes_ice_packs as "takesIcePacks", is_in_use as "isInUse"
       from shippers
      order by array_position('{standard,magnum,large}'::text[], format), bottles, code`,
  );
  const steps = await reader.rows<{
    warehouse: string;
    format: ShipperBoxFormat;
    upTo: number | null;
    shipper: string;
  }>(
    `select warehouse, format, up_to as "upTo", shipper from packing_rules
      order by warehouse, array_position('{standard,magnum,large}'::text[], format), step`,
  );
  const rules = Map.groupBy(steps, ({ warehouse, format }) => `${warehouse} ${format}`);
  return {
    shippers: new Map(shippers.map((row) => [row.code, shipperOfRow(row)])),
    rules: [...rules.values()].map(([first, ...more]): PackingRule => {
      const { warehouse, format } = first as (typeof steps)[number];
      const stepsOfRule = [first as (typeof steps)[number], ...more];
      return {
        warehouse,
        format,
        steps: stepsOfRule.map(({ upTo, shipper }) => ({ upTo: upTo ?? undefined, shipper })),
      };
    }),
  };
}

/** Inserts or replaces a shipper. */
export async function saveShipperBox(tx: Tx, shipper: ShipperBox): Promise<void> {
  const { code, name, scanCode, format, bottles, inner, emptyLb, takesIcePacks, isInUse } = shipper;
  await tx.rows(
    `insert into shippers (code, name, scan_code, format, bottles, inner_length, inner_width, inner_height,
                           length, width, height, empty_lb, takes_ice_packs, is_in_use)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         on conflict (code) do update
        set name = excluded.name, scan_code = excluded.scan_code, format = excluded.format, bottles = excluded.bottles,
            inner_length = excluded.inner_length, inner_width = excluded.inner_width, inner_height = excluded.inner_height,
            length = excluded.length, width = excluded.width, height = excluded.height, empty_lb = excluded.empty_lb,
            takes_ice_packs = excluded.takes_ice_packs, is_in_use = excluded.is_in_use`,
    [
      ...[code, name, scanCode, format, bottles ?? null],
      ...(inner === undefined ? [null, null, null] : [inner.lengthIn, inner.widthIn, inner.heightIn]),
      ...[shipper.lengthIn, shipper.widthIn, shipper.heightIn, emptyLb, takesIcePacks, isInUse],
    ],
  );
}

/** Replaces the steps of a rule; without steps it is removed. */
export async function replacePackingRule(tx: Tx, { warehouse, format, steps }: PackingRule): Promise<void> {
  await tx.rows('delete from packing_rules where warehouse = $1 and format = $2', [warehouse, format]);
  await tx.rows(
    `insert into packing_rules (warehouse, format, step, up_to, shipper)
     select $1, $2, s.step, s.up_to, s.shipper
       from unnest($3::int[], $4::text[]) with ordinality as s (up_to, shipper, step)`,
    [warehouse, format, steps.map(({ upTo }) => upTo ?? null), steps.map(({ shipper }) => shipper)],
  );
}
