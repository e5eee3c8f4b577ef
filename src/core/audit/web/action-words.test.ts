import { expect, it } from 'vitest'
import { LANGUAGES } from '#kernel/language.ts'
import { ACTIONS, actionName, SUBJECTS, subjectName } from './action-words.ts'

it('says what was done, and to what, in both languages', () => {
  expect(actionName('POST /sys/user/v1/changeStatus', 'vi')).toBe('Khoá, mở khoá người dùng')
  expect(actionName('PUT /pp-admin/list-views/v1/update', 'en')).toBe('Change a view')
  expect(actionName('iam.logout', 'vi')).toBe('Đăng xuất')
  expect(actionName('POST /report/export/qr-admin/transactions/v1', 'en')).toBe('Export to a file')
  expect(actionName('IMPORT /sys/user/v1/import', 'en')).toBe('Import users: write the rows')
  expect(actionName('iam.role-granted', 'en')).toBe('Granted a role')
  expect(subjectName('iam.role', 'en')).toBe('Role')
  for (const words of [...Object.values(ACTIONS), ...Object.values(SUBJECTS)]) for (const language of LANGUAGES) expect(words[language]).not.toBe('')
})

it('shows what it has no words for as it was written', () => {
  expect(actionName('POST /probe/items/v1', 'vi')).toBe('POST /probe/items/v1')
  expect(subjectName('probe.item', 'vi')).toBe('probe.item')
})
