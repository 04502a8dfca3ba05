/** The controls of the test environment: the clock of a winery, receipts, and problems. Production has no such page. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { CustomerField } from '../../design/customer-field.tsx';
import { Page } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { isTest } from '../../environment.ts';
import type { SearchParams } from '../../search-params.ts';
import { NotFoundPage } from '../not-found.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { CountsPanel } from './counts-panel.tsx';
import { EventSimulationPanel } from './event-simulation-panel.tsx';
import { ReceiptsPanel } from './receipts-panel.tsx';
import styles from './simulation.module.css';
import { type SimulationDialogState, SimulationDialogs } from './simulation-dialogs.tsx';

export function SimulationPage() {
  return isTest ? <Simulation /> : <NotFoundPage />;
}

function Simulation() {
  const { customer = '' } = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<SimulationDialogState>();
  const state = useOperation(
    '/api/Simulation/GetState',
    { CustomerNo: customer },
    { isEnabled: customer !== '', refreshMs: 15_000 },
  );
  const choose = (customerNo: string): void => {
    void navigate({
      to: '.',
      search: (before: SearchParams) => ({ ...before, customer: customerNo || undefined }),
      replace: true,
    });
  };
  const close = (): void => {
    setDialog(undefined);
    void refreshAll();
  };
  return (
    <Page
      title="Simulation"
      aside={
        customer !== '' && (
          <Link to="/orders" search={{ view: 'all', customers: customer }}>
            Orders
          </Link>
        )
      }
    >
      <search className={styles.customer}>
        <CustomerField value={customer} onChange={choose} />
      </search>
      {customer === '' ? (
        <EmptyState title="Choose a winery">
          Each winery has a clock of its own in the test environment. Its orders are processed, packed, shipped and
          delivered when the clock moves.
        </EmptyState>
      ) : (
        <QueryState query={state}>
          <ClockPanel state={state.data} open={setDialog} />
          <ReceiptsPanel state={state.data} open={setDialog} />
          <CountsPanel state={state.data} open={setDialog} />
          <EventSimulationPanel customerNo={customer} open={setDialog} />
        </QueryState>
      )}
      {dialog && <SimulationDialogs customerNo={customer} dialog={dialog} onClose={close} />}
    </Page>
  );
}
