import { en } from '../../labels/sessions/en.ts'
import { vi } from '../../labels/sessions/vi.ts'

/** Both sides of a session in words. */
export const SIDES = { O: { vi: vi.enums.side.OURS, en: en.enums.side.OURS }, T: { vi: vi.enums.side.THEIRS, en: en.enums.side.THEIRS } }
