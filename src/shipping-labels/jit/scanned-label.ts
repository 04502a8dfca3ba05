/** The JIT label that a person scans or types. */
import { canonicalizeCustomerNos } from '../../auth/index.ts';
import type { DbReader } from '../../platform/db/db.ts';
import { formatJitLabelId, parseJitLabelId } from './jit-label-id.ts';

/**
 * The label that scanned or typed input names, in any letter case: the whole Data Matrix, or the id alone; undefined when it is
 * not the id of one. Whether the label exists is not checked.
 */
export async function readScannedJitLabelId(
  reader: DbReader,
  scanned: string,
): Promise<{ readonly customerNo: string; readonly labelId: string } | undefined> {
  const label = parseJitLabelId(scanned);
  if (label === undefined) return undefined;
  const [customerNo = label.customerNo] = await canonicalizeCustomerNos(reader, [label.customerNo]);
  return { customerNo, labelId: formatJitLabelId(customerNo, label.name) };
}
