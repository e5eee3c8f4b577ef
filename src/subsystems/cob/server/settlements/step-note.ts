import { fill, type Text } from '#kernel/language.ts'
import { OUTDATED } from '../../contract/settlements.ts'

const GIVEN_UP: Text = {
  vi: 'Bưu gửi {item} không còn đủ điều kiện chi khi duyệt đợt; kỳ này được lập lại',
  en: 'Item {item} could not be paid any more when the run was approved; its cycle is settled again',
}

/** The note of the last step of a statement as people read it; what a person wrote stays as it is. */
export function stepNoteText(stored: string): Text {
  if (!stored.startsWith(OUTDATED)) return { vi: stored, en: stored }
  const item = stored.slice(OUTDATED.length)
  return { vi: fill(GIVEN_UP.vi, { item }), en: fill(GIVEN_UP.en, { item }) }
}
