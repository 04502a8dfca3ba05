/** The frame of both views of the release. */
import { type ViewProps, ViewsPage } from '../../design/page.tsx';

const views = { waiting: 'Waiting orders', schedules: 'Schedules' } as const;

export function ReleaseFrame(view: ViewProps<keyof typeof views>) {
  return <ViewsPage title="Release" to="/release" views={views} {...view} />;
}
