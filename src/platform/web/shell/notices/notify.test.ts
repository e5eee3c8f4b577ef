import { expect, it } from 'vitest'
import { closeNotice, type Notice, notify, provideNotifier } from './notify.ts'

it('what was closed before notices could be shown is never shown', () => {
  notify({ key: 'export', kind: 'info', title: 'Đang xuất file', seconds: 0 })
  notify({ kind: 'success', title: 'Đã xuất file' })
  closeNotice('export')
  const shown: Notice[] = []
  provideNotifier({ show: (notice) => shown.push(notice), close: () => undefined })
  expect(shown.map(({ title }) => title)).toEqual(['Đã xuất file'])
})
