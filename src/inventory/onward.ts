/**
 * Documents that take their stock to another warehouse: transfer orders that have not left. Inventory knows them only as
 * subjects of demands; the slice that owns them stands above it and registers here.
 */
import type { Reader } from '../platform/db/db.ts';

/** Where what a document demands is going. */
export interface Onward {
  readonly subject: string;
  readonly warehouse: string;
  /** '' where it arrives in the status in which it leaves. */
  readonly status: string;
}

/** The documents of a customer that are to take their stock elsewhere, and have not yet. */
export type OnwardDocuments = (reader: Reader, customerNo: string) => Promise<readonly Onward[]>;

const sources: OnwardDocuments[] = [];

/** Called for each slice with such documents when the parts are wired together. Again is the same as once. */
export function registerOnwardDocuments(source: OnwardDocuments): void {
  if (!sources.includes(source)) sources.push(source);
}

/** By subject, where the stock of these documents is going. */
export async function readOnward(reader: Reader, customerNo: string): Promise<Map<string, Onward>> {
  const known = new Map<string, Onward>();
  for (const source of sources) {
    for (const onward of await source(reader, customerNo)) known.set(onward.subject, onward);
  }
  return known;
}
