/** SQL that writes and reads `manifest_forms`, which are the operator's. None is written together with a customer's row. */
import type { PrintableFile } from '../drawing/file-sheets.ts';
import { uuidv7 } from '../lib/uuid.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { isDueAndUnclaimedSql } from '../platform/db/passed-time-sql.ts';
import type { BoughtShipment } from '../shipping-labels/index.ts';

/**
 * A carrier's scan form for shipments of a manifest: one barcode that the driver scans instead of every label, such as the SCAN form of
 * USPS.
 */
export interface ManifestScanForm {
  readonly formId: string;
  readonly manifestId: string;
  readonly shipments: readonly string[];
  /** The account of its shipments; '' for that of the environment. */
  readonly through: string;
  readonly state: 'pending' | 'made' | 'refused';
  readonly carrierFormId: string | undefined;
  /** Number of attempts, including the current one. */
  readonly attempts: number;
  readonly message: string;
  /** Number of shipments that were removed because their labels were voided before the form was made. */
  readonly leftOut: number;
}

const formColumns = `f.form_id as "formId", f.manifest_id as "manifestId", f.shipments, f.through, f.state,
  f.carrier_form_id as "carrierFormId", f.attempts, f.message,
  f.left_out as "leftOut"`;

const formOf = (row: ManifestScanForm): ManifestScanForm => ({ ...row, carrierFormId: row.carrierFormId ?? undefined });

/** Maximum shipments of a form. More shipments are divided into several forms. */
const maxShipments = 1_000;

/**
 * Requests forms for shipments of a manifest, separate for each account. Skips shipments that are on a pending or made form, also of
 * an earlier manifest that their order missed, and shipments of a form that was refused for this manifest. Locks the manifest.
 */
export async function insertScanFormRequests(
  tx: Tx,
  manifestId: string,
  shipments: readonly BoughtShipment[],
): Promise<void> {
  await tx.rows('select 1 from floor_manifests where manifest_id = $1 for no key update', [manifestId]);
  const onForms = await tx.rows<{ shipmentId: string }>(
    `select unnest(f.shipments) as "shipmentId" from manifest_forms f
      where f.shipments && $1::text[] and (f.state <> 'refused' or f.manifest_id = $2)`,
    [shipments.map(({ shipmentId }) => shipmentId), manifestId],
  );
  const known = new Set(onForms.map(({ shipmentId }) => shipmentId));
  const left = shipments.filter(({ shipmentId }) => !known.has(shipmentId));
  for (const own of Map.groupBy(left, ({ account, through }) => `${through} ${account}`).values()) {
    for (let from = 0; from < own.length; from += maxShipments) {
      const ids = own.slice(from, from + maxShipments).map(({ shipmentId }) => shipmentId);
      await tx.rows(
        "insert into manifest_forms (form_id, manifest_id, shipments, through, state) values ($1, $2, $3, $4, 'pending')",
        [uuidv7(), manifestId, ids, own[0]?.through ?? ''],
      );
    }
  }
}

/** Claims a due form for `leaseSeconds`, and counts the attempt. Undefined when none is due and unclaimed. */
export async function claimScanForm(tx: Tx, leaseSeconds: number): Promise<ManifestScanForm | undefined> {
  const [row] = await tx.rows<ManifestScanForm>(
    // Not materialized, a nested loop would read it again and so lease more.
    `with taken as materialized (
       select d.form_id from manifest_forms d where d.state = 'pending' and ${isDueAndUnclaimedSql('d')}
        order by d.due_at, d.form_id limit 1 for update skip locked)
     update manifest_forms f
        set claimed_until = now() + $1 * interval '1 second', attempts = least(f.attempts + 1, 32000)
       from taken where f.form_id = taken.form_id
     returning ${formColumns}`,
    [leaseSeconds],
  );
  return row && formOf(row);
}

/** Saves the carrier's id of a form unless one is saved already. Returns the saved id. */
export async function saveCarrierScanFormId(tx: Tx, formId: string, carrierFormId: string): Promise<string> {
  const [row] = await tx.rows<{ saved: string }>(
    `update manifest_forms set carrier_form_id = coalesce(carrier_form_id, $2)
      where form_id = $1 returning carrier_form_id as saved`,
    [formId, carrierFormId],
  );
  return row?.saved ?? carrierFormId;
}

/** Removes shipments from a pending form, and counts them as left out. */
export async function removeScanFormShipments(tx: Tx, formId: string, shipments: readonly string[]): Promise<void> {
  await tx.rows(
    `update manifest_forms f
        set shipments = array(select s.id from unnest(f.shipments) with ordinality as s (id, n)
                               where s.id <> all ($2::text[]) order by s.n),
            left_out = f.left_out + $3
      where f.form_id = $1 and f.state = 'pending'`,
    [formId, shipments, shipments.length],
  );
}

const end = `message = $2, recorded_at = now(), claimed_until = null where form_id = $1 and state = 'pending'`;

export async function recordScanFormMade(tx: Tx, formId: string, { kind, file }: PrintableFile): Promise<void> {
  const values = [formId, '', kind, Buffer.from(file)];
  await tx.rows(`update manifest_forms set state = 'made', file_kind = $3, file = $4, ${end}`, values);
}

export async function recordScanFormRefused(tx: Tx, formId: string, message: string): Promise<void> {
  await tx.rows(`update manifest_forms set state = 'refused', ${end}`, [formId, message]);
}

/** Ends the claim of a form, which is due again after `seconds`. */
export async function postponeScanForm(tx: Tx, formId: string, seconds: number, message: string): Promise<void> {
  await tx.rows(
    `update manifest_forms set message = $2, claimed_until = null, due_at = now() + $3 * interval '1 second'
      where form_id = $1 and state = 'pending'`,
    [formId, message, seconds],
  );
}

/** The forms of manifests, oldest first. */
export async function readScanForms(reader: DbReader, manifestIds: readonly string[]): Promise<ManifestScanForm[]> {
  const rows = await reader.rows<ManifestScanForm>(
    `select ${formColumns} from manifest_forms f where f.manifest_id = any ($1::uuid[]) order by f.form_id`,
    [manifestIds],
  );
  return rows.map(formOf);
}

/** The documents of the forms that were made of a manifest, oldest first. */
export async function readScanFormFiles(reader: DbReader, manifestId: string): Promise<PrintableFile[]> {
  return await reader.rows<PrintableFile>(
    `select f.file_kind as kind, f.file from manifest_forms f
      where f.manifest_id = $1 and f.state = 'made' order by f.form_id`,
    [manifestId],
  );
}
