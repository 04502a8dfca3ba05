/** Names of the documents of demands and expectations. Inventory has only their ids; the slices that own them provide the names. */
import type { DbReader } from '../platform/db/db.ts';
import { defineSlicePort } from '../platform/ports.ts';
import type { DocumentKey } from './stock.ts';

export interface DocumentName {
  readonly kind: 'sales order' | 'purchase order' | 'transfer order';
  /** The OrderNo or the CustomerReferenceNo. */
  readonly name: string;
  readonly status: string;
}

/** Returns the names of its own documents, by subject. */
export type DocumentNameSource = (
  reader: DbReader,
  documents: readonly DocumentKey[],
) => Promise<ReadonlyMap<string, DocumentName>>;

/** The sources of the names of all documents. */
export const documentNameSourcesPort = defineSlicePort<readonly DocumentNameSource[]>('the names of documents');

/** The names of these documents, by subject. */
export async function readDocumentNames(
  reader: DbReader,
  documents: readonly DocumentKey[],
): Promise<Map<string, DocumentName>> {
  const known = new Map<string, DocumentName>();
  if (documents.length === 0) return known;
  for (const source of reader.ports.get(documentNameSourcesPort)) {
    for (const [subject, name] of await source(reader, documents)) known.set(subject, name);
  }
  return known;
}
