/** Uses for which a warehouse or an inventory status cannot be removed, most with a link. The server may know others. */
import { Link } from '@tanstack/react-router';
import type { ReplyOf } from '../api/client.ts';
import type { SearchParams } from '../search-params.ts';
import { Confirm, DialogError } from './confirm.tsx';
import { countOf, formatCount } from './format.ts';
import styles from './removal-dialog.module.css';
import { WineryName } from './winery-name.tsx';

type WarehouseUse = ReplyOf<'/api/Warehouses/GetUse'>;
/** The use of a warehouse, or of an inventory status, which is no default. */
type Use = Omit<WarehouseUse, 'DefaultOf'> & Partial<WarehouseUse>;
type OpenDocument = WarehouseUse['Open'][number];

interface StockUseProps {
  readonly use: {
    readonly data: Use | undefined;
    readonly error: unknown;
  };
  /** The filter of the inventory page: `warehouse`, `status`. */
  readonly search: SearchParams;
  /** The text without any of them. */
  readonly unused: string;
}

/** Whether none of these uses of a warehouse or an inventory status exists. Undefined until they are loaded. */
function isUnused({ data }: StockUseProps['use']): boolean | undefined {
  return data && [data.Stock, data.DefaultOf ?? [], data.Open].every(({ length }) => length === 0);
}

const maxShown = 6;

interface RemovalDialogProps extends StockUseProps {
  readonly code: string;
  /** `Remove status`. */
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Removes a warehouse or an inventory status that nothing uses, or says what does. */
export function RemovalDialog({ code, action, onConfirm, onClose, ...usage }: RemovalDialogProps) {
  return (
    <Confirm
      title={`Remove ${code}`}
      action={action}
      isDangerous
      isDisabled={isUnused(usage.use) !== true}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <RemovalBlockerList {...usage} />
    </Confirm>
  );
}

function RemovalBlockerList({ use, search, unused }: StockUseProps) {
  const { data, error } = use;
  if (error != null) return <DialogError error={error} />;
  if (data === undefined) return <p className="quiet">Looking for what uses it…</p>;
  const { Stock, Open, DefaultOf = [] } = data;
  if (isUnused(use)) return <p>{unused}</p>;
  return (
    <div className={styles.use} role="status">
      {Stock.length > 0 && (
        <>
          <p>
            It cannot be removed: {countOf(Stock.length, 'winery has', 'wineries have')} stock, backorders or expected
            units there. Move or cancel them first.
          </p>
          <ul>
            {Stock.slice(0, maxShown).map(({ CustomerNo, CustomerName, Items, OnHand, Backordered, Incoming }) => (
              <li key={CustomerNo}>
                <Link to="/inventory" search={{ ...search, customers: CustomerNo }}>
                  <WineryName CustomerNo={CustomerNo} CustomerName={CustomerName} />
                </Link>
                : {countOf(Items, 'item')}, {formatCount(OnHand)} on hand
                {Backordered > 0 && `, ${formatCount(Backordered)} backordered`}
                {Incoming > 0 && `, ${formatCount(Incoming)} expected`}
              </li>
            ))}
            {Stock.length > maxShown && <li>and {countOf(Stock.length - maxShown, 'other')}</li>}
          </ul>
        </>
      )}
      {Open.length > 0 && (
        <>
          <p>It cannot be removed while these are open there. Complete, move or cancel them first.</p>
          <ul>
            {Open.slice(0, maxShown).map((document) => (
              <li key={document.TransactionReferenceNumber}>
                <OpenDocumentName {...document} />
                {document.CustomerNo !== '' && (
                  <>
                    {' '}
                    of <WineryName {...document} />
                  </>
                )}
              </li>
            ))}
            {Open.length > maxShown && <li>and {countOf(Open.length - maxShown, 'other')}</li>}
          </ul>
        </>
      )}
      {DefaultOf.length > 0 && (
        <p>
          It is the default warehouse of{' '}
          {DefaultOf.slice(0, maxShown).map(({ CustomerNo: customerNo, CustomerName }, at) => (
            <span key={customerNo}>
              {at > 0 && ', '}
              <Link to="/customers/$customerNo" params={{ customerNo }}>
                <WineryName CustomerNo={customerNo} CustomerName={CustomerName} />
              </Link>
            </span>
          ))}
          {DefaultOf.length > maxShown && ` and ${countOf(DefaultOf.length - maxShown, 'other')}`}: choose another one
          there first.
        </p>
      )}
    </div>
  );
}

const kindNames: Readonly<Record<OpenDocument['Kind'], string>> = {
  'transfer order': 'Transfer order',
  'purchase order': 'Purchase order',
  count: 'Cycle count',
  return: 'Return',
  'order on the floor': 'Order on the floor',
  'JIT order': 'JIT order',
  'delivery without an order': 'Delivery without an order',
  'parked package': 'Parked package',
  'box that stayed behind': 'Box that stayed behind of order',
};

/** The page of a document, where it has one. */
const pages = {
  'purchase order': '/purchase-orders/$customerNo/$reference',
  'transfer order': '/transfer-orders/$customerNo/$reference',
  return: '/returns/$customerNo/$reference',
  'order on the floor': '/orders/$customerNo/$reference',
  'JIT order': '/orders/$customerNo/$reference',
  'box that stayed behind': '/orders/$customerNo/$reference',
} as const;

function OpenDocumentName({ Kind, CustomerNo: customerNo, TransactionReferenceNumber: reference, Name }: OpenDocument) {
  if (Kind === 'count') return <>{kindNames[Kind]}</>;
  if (Kind === 'delivery without an order' || Kind === 'parked package') {
    return (
      <>
        {kindNames[Kind]} at {Name}
      </>
    );
  }
  return (
    <>
      {kindNames[Kind]}{' '}
      <Link to={pages[Kind]} params={{ customerNo, reference }} className="code">
        {Name}
      </Link>
    </>
  );
}
