import { expect, it } from 'vitest';
import { parseTransitFile } from './transit-file.ts';

it('parses transit times of one carrier or of all', () => {
  expect(
    parseTransitFile('Origin_Zip3,destination_zip3,service,days,carrier\n945,802,grnd,3,\n945,802,GRND,4,ups\n'),
  ).toEqual({
    times: [
      { originZip3: '945', destinationZip3: '802', service: 'GRND', carrier: '*', days: 3 },
      { originZip3: '945', destinationZip3: '802', service: 'GRND', carrier: 'UPS', days: 4 },
    ],
    faults: [],
    retained: [],
    isComplete: true,
  });
});

it('skips invalid rows and reports each fault by line and column', () => {
  const { times, faults, retained } = parseTransitFile(
    'origin_zip3,destination_zip3,service,days,carrier\n94558,80,SLOW,3.5,DHL\n945,802,GRND,61,\n945,802,GRND,2,\n945,802,GRND,3,\n',
  );
  expect(times).toHaveLength(1);
  expect(retained.map(({ originZip3, destinationZip3 }) => `${originZip3} ${destinationZip3}`)).toEqual(['945 802']);
  expect(faults.map(({ line, column }) => `${line} ${column}`)).toEqual([
    '2 origin_zip3',
    '2 destination_zip3',
    '2 service',
    '2 carrier',
    '2 days',
    '3 days',
    '5 ',
  ]);
});
