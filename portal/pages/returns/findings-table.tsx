/** The lines of a return: what was announced, what was found in which condition, and where it is now. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReplyOf } from '../../api/client.ts';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { formatCount } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';

type ReturnReply = ReplyOf<'/api/Returns/Get'>;
type Line = ReturnReply['Items'][number];
type Finding = Line['Findings'][number];

/** A line before its inspection; after it, once for each finding, and once for units that did not arrive. */
interface Row {
  readonly key: string;
  readonly line: Line;
  /** Whether it is the first of its line, which has the announced units: they are not those of each finding. */
  readonly isFirst: boolean;
  /** Units that were found; undefined before the inspection. */
  readonly units: number | undefined;
  readonly finding: Finding | undefined;
}

/** Announced units of an inspected line that were not found. */
const missingOf = ({ Expected, Findings }: Line): number =>
  Expected - Findings.reduce((sum, { Quantity }) => sum + Quantity, 0);

const rowsOf = (lines: readonly Line[]): Row[] =>
  lines.flatMap((line): Row[] => {
    const { Line: number, IsInspected, Findings } = line;
    if (!IsInspected) return [{ key: `${number}`, line, isFirst: true, units: undefined, finding: undefined }];
    const found = Findings.map((finding, at) => ({
      key: `${number} ${at}`,
      line,
      isFirst: at === 0,
      units: finding.Quantity,
      finding,
    }));
    if (missingOf(line) <= 0) return found;
    return [...found, { key: `${number} missing`, line, isFirst: found.length === 0, units: 0, finding: undefined }];
  });

const columnsOf = (found: ReturnReply): readonly Column<Row>[] => [
  {
    key: 'item',
    header: 'Item',
    priority: 1,
    cell: ({ line: { ItemNo } }) => (
      <span className="code strong short" title={ItemNo}>
        {ItemNo}
      </span>
    ),
  },
  {
    key: 'description',
    header: 'Description',
    priority: 3,
    flexible: true,
    cell: ({ line: { Description } }) => <span title={Description}>{Description}</span>,
  },
  {
    key: 'expected',
    header: 'Announced',
    priority: 1,
    align: 'end',
    cell: ({ line: { Expected }, isFirst }) => (isFirst ? formatCount(Expected) : ''),
  },
  {
    key: 'found',
    header: 'Found',
    priority: 1,
    align: 'end',
    cell: ({ units }) => (units === undefined ? '' : formatCount(units)),
  },
  {
    key: 'condition',
    header: 'Condition',
    priority: 1,
    cell: ({ finding }) => <span className="code">{finding?.InventoryStatus}</span>,
  },
  {
    key: 'became',
    header: 'Where it is',
    priority: 1,
    flexible: true,
    cell: (row) => whereabouts(found, row),
  },
];

/** Where the units of a row are now. */
function whereabouts({ CustomerNo, Warehouse, Status }: ReturnReply, { line, finding }: Row): ReactNode {
  if (finding === undefined) {
    if (line.IsInspected) return <span className="quiet">{formatCount(missingOf(line))} did not arrive</span>;
    return <span className="quiet">{Status === 'EXPECTED' ? 'On its way' : 'Not inspected yet'}</span>;
  }
  const { Disposition, PostedStatus, ReshipReferenceNumber } = finding;
  if (Disposition === 'Return to Inventory') {
    return (
      <Link
        to="/inventory/$customerNo/$itemNo"
        params={{ customerNo: CustomerNo, itemNo: line.ItemNo }}
        search={{ warehouse: Warehouse, status: PostedStatus }}
        title={`In stock at ${Warehouse} as ${PostedStatus}`}
      >
        In stock at {Warehouse} as {PostedStatus}
      </Link>
    );
  }
  if (Disposition === 'Reship') {
    return (
      <Link
        to="/orders/$customerNo/$reference"
        params={{ customerNo: CustomerNo, reference: ReshipReferenceNumber }}
        title="The order that ships it again"
      >
        Ships again
      </Link>
    );
  }
  if (Disposition === 'Return to Winery') return 'Sent to the winery';
  return `At ${Warehouse}, undecided`;
}

export function FindingsTable({ found }: { readonly found: ReturnReply }) {
  return (
    <Panel title="Lines" flush>
      <DataTable label="Lines" columns={columnsOf(found)} rows={rowsOf(found.Items)} rowKey={({ key }) => key} />
    </Panel>
  );
}
