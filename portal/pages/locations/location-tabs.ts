/** The views of the locations. */
import type { ListView } from '../../design/list-page.tsx';

export const locationTabs: readonly [ListView, ListView] = [
  { name: 'locations', label: 'Locations' },
  { name: 'faces', label: 'Pick faces' },
];
