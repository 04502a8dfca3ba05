/** Marks and releases orders of a list. Shared by the list of orders and the held orders. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { refreshAll } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { documentRowKey, useOpenDocument } from '../../design/list-page.tsx';
import { BulkBar, useMarkedRows } from '../../design/marked-rows.tsx';
import { useRowKeys } from '../../design/row-keys.ts';

const ReleaseHoldsDialog = lazyDialog(async () => ({
  default: (await import('./release-holds-dialog.tsx')).ReleaseHoldsDialog,
}));

/** The most orders of one release. */
const maxReleased = 500;
/** The most pages that are read to mark all orders, even if they have few that can be marked. */
const maxPages = 5;

interface ListedOrder {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
  readonly OrderNo: string;
  readonly CustomerName: string;
}

interface Page<Order> {
  readonly Records: readonly Order[];
  readonly Next?: string;
}

interface ReleasableOptions<Order> {
  readonly rows: readonly Order[] | undefined;
  /** The rows are still those of the previous list. */
  readonly isLoading: boolean;
  /** Identifies the list and its page. */
  readonly listKey: string;
  /** Whether the list has other pages. */
  readonly hasOtherPages: boolean;
  readonly canMark?: (order: Order) => boolean;
  /** Loads a page of the orders of this list that can be marked. */
  readonly loadPage: (after: string | undefined, signal: AbortSignal) => Promise<Page<Order>>;
}

/**
 * Lets a person whose role may release holds mark orders of a list and release them together. Returns properties of the
 * list and its table, and the bar and dialog below it.
 */
export function useBulkHoldRelease<Order extends ListedOrder>(options: ReleasableOptions<Order>) {
  const { rows, isLoading, listKey, hasOtherPages, canMark = () => true, loadPage } = options;
  const { isService: mayRelease } = useOperator();
  const [isReleasing, setIsReleasing] = useState(false);

  const loadAll = async (signal: AbortSignal): Promise<readonly Order[]> => {
    const loaded: Order[] = [];
    let after: string | undefined;
    for (let page = 0; page < maxPages && loaded.length < maxReleased; page += 1) {
      const { Records, Next } = await loadPage(after, signal);
      loaded.push(...Records.filter(canMark));
      if (Next === undefined) break;
      after = Next;
    }
    return loaded.slice(0, maxReleased);
  };
  const marks = useMarkedRows({
    rows,
    isLoading,
    rowKey: documentRowKey,
    listKey,
    canMark,
    loadAll: hasOtherPages ? loadAll : undefined,
    maxMarked: maxReleased,
  });
  const onOpen = useOpenDocument('/orders/$customerNo/$reference');
  const activeKey = useRowKeys({
    rows: marks.shown ?? [],
    rowKey: documentRowKey,
    onOpen,
    ...(mayRelease && { onMark: marks.toggle }),
  });
  return {
    /** Changes of the list that wait while a person works in it. */
    steady: { changes: marks.changes, refresh: marks.refresh },
    table: {
      rows: marks.shown,
      rowKey: documentRowKey,
      rowLabel: ({ OrderNo }: Order) => `order ${OrderNo}`,
      onOpen,
      activeKey,
      ...(mayRelease && { selection: marks.selection }),
    },
    bar: (
      <>
        <BulkBar marks={marks} one="order">
          <Button onClick={() => setIsReleasing(true)}>Release…</Button>
        </BulkBar>
        {isReleasing && (
          <ReleaseHoldsDialog
            orders={marks.rows}
            onClose={(isDone) => {
              setIsReleasing(false);
              if (!isDone) return;
              marks.clear();
              void refreshAll().then(marks.refresh);
            }}
          />
        )}
      </>
    ),
  };
}
