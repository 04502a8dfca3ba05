/** Parses the operator's transit time file (docs/operating.md). Pure. */

import { type CarrierServiceCode, carrierServiceCodes } from '../contract/code-lists.ts';
import { anyCarrier, type TransitTime } from '../contract/operator-settings.ts';
import { type CsvRowFault, type CsvTableRow, parseCsvTable } from '../lib/csv-table.ts';
import { quoteTruncated } from '../lib/quoted.ts';
import { carriersWithEstimates } from './estimates.ts';

interface ParsedTransitFile {
  readonly times: readonly TransitTime[];
  /** By line. */
  readonly faults: readonly CsvRowFault[];
  /** Times of rows of which only the days are invalid: the import must not remove those that are stored. */
  readonly retained: readonly Omit<TransitTime, 'days'>[];
  /** False when a row may name a time that cannot be known from it: the import must not remove any. */
  readonly isComplete: boolean;
}

const required = ['origin_zip3', 'destination_zip3', 'service', 'days'] as const;
const optional = ['carrier'] as const;
type Column = (typeof required)[number] | (typeof optional)[number];

const maxDays = 60;

/**
 * Parses transit times. Invalid rows are skipped and all their faults reported; so are rows that repeat the ZIP areas,
 * service and carrier of an earlier one.
 * @throws CsvTableError when the file as a whole cannot be used
 */
export function parseTransitFile(text: string): ParsedTransitFile {
  const { rows, faults: rowFaults } = parseCsvTable<Column>(text, { required, optional });
  const faults: CsvRowFault[] = [...rowFaults];
  const times = new Map<string, TransitTime>();
  const retained: Omit<TransitTime, 'days'>[] = [];
  const lineOf = new Map<string, number>();
  let isComplete = rowFaults.length === 0;
  for (const row of rows) {
    const { time, faults: found } = parseRow(row);
    faults.push(...found);
    if (found.length > 0) {
      if (found.every(({ column }) => column === 'days')) retained.push(time);
      else isComplete = false;
      continue;
    }
    const key = `${time.originZip3} ${time.destinationZip3} ${time.service} ${time.carrier}`;
    const earlier = lineOf.get(key);
    if (earlier !== undefined) {
      faults.push({ line: row.line, column: '', message: `repeats line ${earlier}` });
      continue;
    }
    lineOf.set(key, row.line);
    times.set(key, time);
  }
  return { times: [...times.values()], faults: faults.sort((a, b) => a.line - b.line), retained, isComplete };
}

function parseRow({ line, value }: CsvTableRow<Column>): { time: TransitTime; faults: CsvRowFault[] } {
  const faults: CsvRowFault[] = [];
  const fault = (column: Column, message: string): void => {
    faults.push({ line, column, message });
  };
  for (const column of ['origin_zip3', 'destination_zip3'] as const) {
    if (!/^\d{3}$/.test(value(column))) fault(column, `must be 3 digits, not ${quoteTruncated(value(column))}`);
  }
  const service = value('service').toUpperCase();
  if (!isService(service))
    fault('service', `must be one of ${carrierServiceCodes.join(', ')}, not ${quoteTruncated(service)}`);
  const carrier = value('carrier').toUpperCase() || anyCarrier;
  if (carrier !== anyCarrier && !(carriersWithEstimates as readonly string[]).includes(carrier)) {
    fault('carrier', `must be FEX, UPS or empty for both, not ${quoteTruncated(carrier)}`);
  }
  const days = Number(value('days'));
  if (!/^\d{1,2}$/.test(value('days')) || days > maxDays) {
    fault('days', `must be a whole number from 0 to ${maxDays}, not ${quoteTruncated(value('days'))}`);
  }
  const time = {
    originZip3: value('origin_zip3'),
    destinationZip3: value('destination_zip3'),
    service,
    carrier,
    days,
  };
  return { time, faults };
}

function isService(text: string): text is CarrierServiceCode {
  return (carrierServiceCodes as readonly string[]).includes(text);
}
