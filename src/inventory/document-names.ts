/**
 * What the documents behind demands, expectations and movements are called. Inventory knows them only as subjects; the
 * slices that own them stand above it and register here.
 */
import type { Reader } from '../platform/db/db.ts';
import type { DocumentKey } from './demand-store.ts';

export interface DocumentName {
  readonly kind: 'sales order' | 'purchase order' | 'transfer order';
  /** As its customer calls it: the OrderNo, the CustomerReferenceNo. */
  readonly name: string;
  readonly status: string;
}

/** Answers, by subject, those of the documents that it knows. */
export type DocumentNameSource = (
  reader: Reader,
  documents: readonly DocumentKey[],
) => Promise<ReadonlyMap<string, DocumentName>>;

const sources: DocumentNameSource[] = [];

/** Called for each slice with documents when the parts are wired together. Again is the same as once. */
export function registerDocumentNames(source: DocumentNameSource): void {
  if (!sources.includes(source)) sources.push(source);
}

/** The names of these documents, by subject. */
export async function readDocumentNames(
  reader: Reader,
  documents: readonly DocumentKey[],
): Promise<Map<string, DocumentName>> {
  const known = new Map<string, DocumentName>();
  if (documents.length === 0) return known;
  for (const source of sources) {
    for (const [subject, name] of await source(reader, documents)) known.set(subject, name);
  }
  return known;
}
