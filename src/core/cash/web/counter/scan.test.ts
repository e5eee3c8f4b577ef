import { expect, test } from 'vitest'
import { scanned } from './scan.ts'

test.each<[string, object | undefined]>([
  ['001190012345|012345678|Nguyễn Thị Lan|01011990|Nữ|Số 1 phố Huế, Hà Nội|01012021', { identityNumber: '001190012345', name: 'Nguyễn Thị Lan' }],
  ['001190012345||Nguyễn Thị Lan|01011990|Nữ||', { identityNumber: '001190012345', name: 'Nguyễn Thị Lan' }],
  ['001190012345', undefined],
  ['DC000000012', undefined],
  ['012345678|Nguyễn Thị Lan', undefined],
])('what a scanner types: %s', (text, card) => {
  expect(scanned(text)).toEqual(card)
})
