/** One return: its units by condition, their dispositions, and its timeline. */
import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { CarrierServiceDisplay } from '../../design/carrier-service.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { formatCount, formatExact, formatTimestamp } from '../../design/format.ts';
import { LoadingOrErrorPage } from '../../design/loading-or-error-page.tsx';
import { DescriptionList, Page, Panel } from '../../design/page.tsx';
import { PhotoList } from '../../design/photos.tsx';
import { PostalAddress } from '../../design/postal-address.tsx';
import { notify } from '../../design/toasts.tsx';
import { TwoColumns } from '../../design/two-columns.tsx';
import { Timeline } from '../order/timeline.tsx';
import { FindingsTable } from './findings-table.tsx';
import styles from './return-page.module.css';
import { nextStepTexts, ReturnStatus } from './return-status.tsx';

type ReturnReply = ReplyOf<'/api/Returns/Get'>;

export function ReturnPage() {
  const { customerNo = '', reference = '' } = useParams({ strict: false });
  const found = useOperation(
    '/api/Returns/Get',
    { CustomerNo: customerNo, TransactionReferenceNumber: reference },
    { refreshMs: 60_000 },
  );
  const [isCanceling, setIsCanceling] = useState(false);
  const { data } = found;
  if (data === undefined) return <LoadingOrErrorPage title="Return" query={found} />;
  return (
    <Page
      title={data.RMANumber}
      heading={<span className={styles.number}>{data.RMANumber}</span>}
      aside={
        <>
          <ReturnStatus status={data.Status} />
          <span>{nextStepTexts[data.Status]}</span>
        </>
      }
      actions={
        data.Status === 'EXPECTED' && (
          <Button variant="default" onClick={() => setIsCanceling(true)}>
            Cancel…
          </Button>
        )
      }
    >
      <TwoColumns asideLabel="About this return" aside={<About found={data} />}>
        <FindingsTable found={data} />
        {data.Photos.length > 0 && (
          <Panel title="Photos">
            <PhotoList customerNo={data.CustomerNo} photos={data.Photos} />
          </Panel>
        )}
        <Timeline entries={data.Timeline} />
      </TwoColumns>
      {isCanceling && (
        <Confirm
          title={`Cancel ${data.RMANumber}`}
          action="Cancel the return"
          otherwise="Keep the return"
          isDangerous
          onConfirm={async () => {
            await call('/api/Returns/Cancel', { CustomerNo: customerNo, TransactionReferenceNumber: reference });
            notify(`${data.RMANumber} is closed.`);
            setIsCanceling(false);
            void refreshAll();
          }}
          onClose={() => setIsCanceling(false)}
        >
          <p>It never arrived. Nothing is posted, and a return of its bottles can be opened again.</p>
        </Confirm>
      )}
    </Page>
  );
}

function About({ found }: { readonly found: ReturnReply }) {
  return (
    <>
      <Panel title="Return">
        <DescriptionList
          items={[
            {
              label: 'Order',
              value: (
                <Link
                  to="/orders/$customerNo/$reference"
                  params={{ customerNo: found.CustomerNo, reference: found.OrderReferenceNumber }}
                  className="code strong"
                >
                  {found.OrderNo}
                </Link>
              ),
            },
            {
              label: 'Winery',
              value: (
                <Link to="/returns" search={{ view: 'all', customers: found.CustomerNo }} className="plain">
                  {found.CustomerName} <span className="code">{found.CustomerNo}</span>
                </Link>
              ),
            },
            { label: 'Reason', value: found.Reason },
          ]}
        />
        <DescriptionList
          isNarrow
          items={[
            { label: 'Warehouse', value: <span className="code">{found.Warehouse}</span> },
            { label: 'Units', value: formatCount(found.Units) },
            { label: 'Announced', value: <Time at={found.AnnouncedAt} /> },
            { label: 'Received', value: found.ReceivedAt && <Time at={found.ReceivedAt} /> },
            { label: 'Closed', value: found.ClosedAt && <Time at={found.ClosedAt} /> },
          ]}
        />
      </Panel>
      <Panel title="Recipient">
        {found.Recipient ? (
          <PostalAddress name={found.Recipient} lines={found.Address} />
        ) : (
          <p className="quiet">The personal data of this order was erased.</p>
        )}
      </Panel>
      <Panel title="Original shipment">
        <DescriptionList
          items={[
            { label: 'Shipped by', value: <CarrierServiceDisplay carrier={found.Carrier} service={found.Service} /> },
            {
              label: found.TrackingNumbers.length === 1 ? 'Tracking number' : 'Tracking numbers',
              value: found.TrackingNumbers.join(' ') && <span className="code">{found.TrackingNumbers.join(' ')}</span>,
            },
          ]}
        />
      </Panel>
    </>
  );
}

function Time({ at }: { readonly at: string }) {
  return <span title={formatExact(at)}>{formatTimestamp(at)}</span>;
}
