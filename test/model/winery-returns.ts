/** Returns on the database side of the model. */
import { applyReturnDispositions, cancelReturns, inspectReturns, receiveReturns } from '../../src/returns/index.ts';
import { simulatedReturnWriter } from '../../src/simulation/simulated-returns.ts';
import type { Disposition, FoundPart, InspectedLine, ModelReturnLine } from './documents.ts';
import { type RealSide, resultText } from './real-side.ts';

export function returnCommands({ customerNo, db, side, postingRequest, write }: RealSide) {
  /** The model names lines by their items and the statuses from which these had been shipped. */
  const lineOf = async (reference: string) => {
    const rows = await db.rows<{ line: number; item_no: string; shipped_status: string }>(
      'select line, item_no, shipped_status from return_lines where customer_no = $1 and return_id = $2',
      [customerNo, reference],
    );
    return ({ item, shippedStatus }: Pick<ModelReturnLine, 'item' | 'shippedStatus'>): number =>
      rows.find((row) => row.item_no === item && row.shipped_status === shippedStatus)?.line ?? 0;
  };
  return {
    announceReturn: (
      reference: string,
      of: string,
      lines: readonly { item: string; units: number }[] | undefined,
      warehouse: string | undefined,
    ) =>
      write((tx) =>
        simulatedReturnWriter.write(tx, [
          {
            ...postingRequest(reference),
            order: { customerNo, reference: of },
            lines: lines?.map(({ item, units }) => ({
              itemNo: item,
              quantity: units,
              status: undefined,
              found: undefined,
              disposition: undefined,
            })),
            warehouse,
            reason: '',
            disposition: undefined,
          },
        ]),
      ),
    cancelReturn: (reference: string) =>
      write((tx) => cancelReturns(tx, [{ ...postingRequest(), returnId: reference }])),
    receiveReturn: (reference: string, warehouse: string | undefined) =>
      write((tx) => receiveReturns(tx, [{ ...postingRequest(), returnId: reference, warehouse }])),
    inspectReturn: async (reference: string, inspected: readonly InspectedLine[]) => {
      const line = await lineOf(reference);
      const lines = inspected.map((each) => ({
        line: line(each),
        found: each.found.map(({ units, status }) => ({ quantity: units, status })),
      }));
      return await write((tx) => inspectReturns(tx, [{ ...postingRequest(), returnId: reference, lines }]));
    },
    /** With the reference of the order that sends it again; '' where none does. */
    disposeReturn: async (
      reference: string,
      disposition: Disposition,
      { status, parts }: { readonly status: string | undefined; readonly parts: readonly FoundPart[] | undefined },
    ) => {
      const line = await lineOf(reference);
      const lines = parts?.map(({ item, shippedStatus, ...finding }) => ({
        itemNo: item,
        ...finding,
        ...(shippedStatus === undefined ? {} : { line: line({ item, shippedStatus }) }),
      }));
      const outcomes = await side().write((tx) =>
        applyReturnDispositions(tx, [
          {
            ...postingRequest(),
            returnId: reference,
            disposition,
            inventoryStatus: status,
            lines,
            recipient: undefined,
          },
        ]),
      );
      const [outcome] = outcomes;
      const reship = outcome !== undefined && 'ok' in outcome ? outcome.ok.reship?.orderId : undefined;
      return { result: resultText(outcomes), reship: reship ?? '' };
    },
  };
}
