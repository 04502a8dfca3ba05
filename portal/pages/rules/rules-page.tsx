/** The standing rules for weather, licenses, credit and carriers. Every change first shows its effect on open orders. */
import { useSearch } from '@tanstack/react-router';
import { useOperation } from '../../api/queries.ts';
import { TextFilter } from '../../design/text-filter.tsx';
import { usStateName } from '../../design/us-states.ts';
import { CarrierRulesTable } from './carrier-rules.tsx';
import { CreditRules } from './credit-rules.tsx';
import { LicenseRules } from './license-rules.tsx';
import { type RuleViewName, ruleViews } from './rules-frame.tsx';
import { WeatherRules } from './weather-rules.tsx';

export function RulesPage() {
  const search = useSearch({ from: '__root__' });
  const view: RuleViewName =
    search.view !== undefined && search.view in ruleViews ? (search.view as RuleViewName) : 'weather';
  return view === 'carriers' ? <CarrierRulesTable /> : <StandingRules view={view} text={search.text ?? ''} />;
}

function StandingRules({ view, text }: { readonly view: Exclude<RuleViewName, 'carriers'>; readonly text: string }) {
  const list = useOperation('/api/Rules/List', {}, { refreshMs: 60_000 });
  if (view === 'weather') return <WeatherRules query={list} windows={list.data?.WeatherWindows} />;
  const matches = (...values: readonly string[]): boolean =>
    values.some((value) => value.toLowerCase().includes(text.toLowerCase()));
  const listedRules = view === 'licenses' ? list.data?.LicenseRules : list.data?.CreditHolds;
  const isFiltered = text !== '' && (listedRules?.length ?? 0) > 0;
  const filter = ((listedRules?.length ?? 0) > 8 || text !== '') && (
    <search className="bar">
      <TextFilter
        label={view === 'licenses' ? 'Part of the state or winery' : 'Part of the winery or note'}
        placeholder={view === 'licenses' ? 'State or winery' : 'Winery or note'}
      />
    </search>
  );
  if (view === 'licenses') {
    const rules = list.data?.LicenseRules.filter(({ CustomerNo, CustomerName, State }) =>
      matches(CustomerNo, CustomerName, State, usStateName(State)),
    );
    return <LicenseRules query={list} rules={rules} isFiltered={isFiltered} filter={filter} />;
  }
  const holds = list.data?.CreditHolds.filter(({ CustomerNo, CustomerName, Description }) =>
    matches(CustomerNo, CustomerName, Description),
  );
  return <CreditRules query={list} holds={holds} isFiltered={isFiltered} filter={filter} />;
}
