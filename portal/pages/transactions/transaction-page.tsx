/** One request: who sent what, why it was rejected, or what it changed. */
import { Link, useParams } from '@tanstack/react-router';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { codeColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { formatExact, formatTimestamp } from '../../design/format.ts';
import { LoadingOrErrorPage } from '../../design/loading-or-error-page.tsx';
import { DescriptionList, Page, Panel } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { TwoColumns } from '../../design/two-columns.tsx';
import styles from './transaction-page.module.css';
import { actorName, eventInWords } from './transaction-words.ts';

type Transaction = ReplyOf<'/api/Transactions/Get'>;
type Entry = Transaction['Entries'][number];
type Fault = Transaction['Faults'][number];

const faultColumns: readonly Column<Fault>[] = [
  {
    key: 'field',
    header: 'Field',
    priority: 1,
    flexible: true,
    cell: ({ Field }) => (
      <span className="code strong" title={Field}>
        {Field}
      </span>
    ),
  },
  codeColumn('Code', 'What is wrong'),
];

export function TransactionPage() {
  const { customerNo = '', reference = '' } = useParams({ strict: false });
  const found = useOperation('/api/Transactions/Get', {
    CustomerNo: customerNo,
    TransactionReferenceNumber: reference,
  });
  const { data } = found;
  if (data === undefined) return <LoadingOrErrorPage title="Transaction" query={found} />;
  return (
    <Page
      title={data.Operation}
      aside={
        <>
          {data.IsRejected ? <Status tone="bad">Rejected</Status> : <Status tone="good">Done</Status>}
          <span title={formatExact(data.At)}>{formatTimestamp(data.At)}</span>
        </>
      }
    >
      <TwoColumns asideLabel="About this request" aside={<About transaction={data} />}>
        {data.IsRejected && (
          <Panel title="Reply" note={data.Code}>
            <p>{data.Reason}</p>
          </Panel>
        )}
        {data.Faults.length > 0 && (
          <Panel title="Fields in error" note="values are not kept" flush>
            <DataTable
              label="Fields in error"
              columns={faultColumns}
              rows={data.Faults}
              rowKey={({ Field, Code }) => `${Field} ${Code}`}
            />
          </Panel>
        )}
        {!data.IsRejected &&
          data.Entries.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the log is append-only, and entries have no identity of their own
            <EntryPanel key={at} customerNo={customerNo} entry={entry} />
          ))}
      </TwoColumns>
    </Page>
  );
}

/** The log entry of a change, with a link to the order, return or item that it changed. */
function EntryPanel({ customerNo, entry }: { readonly customerNo: string; readonly entry: Entry }) {
  const { Kind, Subject, Data } = entry;
  const isOrder = /^(sales_order|package|jit_label)\./.test(Kind);
  return (
    <Panel
      title={eventInWords(Kind)}
      note={formatTimestamp(entry.OccurredAt)}
      actions={
        <>
          {isOrder && (
            <Link to="/orders/$customerNo/$reference" params={{ customerNo, reference: Subject }}>
              Order
            </Link>
          )}
          {Kind.startsWith('return.') && (
            <Link to="/returns/$customerNo/$reference" params={{ customerNo, reference: Subject }}>
              Return
            </Link>
          )}
          {Kind.startsWith('sku.') && typeof Data.itemNo === 'string' && (
            <Link to="/skus/$customerNo/$itemNo" params={{ customerNo, itemNo: Data.itemNo }}>
              Item
            </Link>
          )}
        </>
      }
    >
      {Object.keys(Data).length === 0 ? (
        <p className="quiet">Nothing more is kept of it.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long data scrolls, also by keyboard
        <pre className={styles.data} tabIndex={0}>
          {JSON.stringify(Data, null, 2)}
        </pre>
      )}
    </Panel>
  );
}

function About({ transaction }: { readonly transaction: Transaction }) {
  const received = Object.entries(transaction.Received);
  return (
    <>
      <Panel title="Request">
        <DescriptionList
          items={[
            {
              label: 'Winery',
              value: (
                <Link to="/transactions" search={{ view: 'all', customer: transaction.CustomerNo }} className="plain">
                  {transaction.CustomerName} <span className="code">{transaction.CustomerNo}</span>
                </Link>
              ),
            },
            { label: 'User', value: <span className="code">{actorName(transaction.Actor)}</span> },
            {
              label: 'Transaction reference',
              value: <span className="code">{transaction.TransactionReferenceNumber}</span>,
            },
          ]}
        />
      </Panel>
      {(received.length > 0 || transaction.IgnoredProperties.length > 0) && (
        <Panel title="Received" note="without names">
          <DescriptionList
            items={[
              ...received.map(([label, value]) => ({ label, value: <span className="code">{value}</span> })),
              {
                label: 'Ignored: not in the interface',
                value:
                  transaction.IgnoredProperties.length > 0 ? (
                    <span className="code">{transaction.IgnoredProperties.join(', ')}</span>
                  ) : undefined,
              },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
