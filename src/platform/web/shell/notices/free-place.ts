/** Where a notice may stand, the best first. */
const PLACES = ['bottom', 'bottomLeft', 'top', 'bottomRight', 'topRight'] as const
export type NoticePlace = (typeof PLACES)[number]

interface Box {
  left: number
  top: number
  right: number
  bottom: number
  /** Default: 1. What a form ends with weighs more than a field of it. */
  weight?: number
}

const WIDTH = 384
/** With three lines of text, which most have no more of: what lies beside a shorter one is left free all the same. */
const HEIGHT = 140
/** To the edges of the window, at the sides and above and below. */
const SIDE = 24
export const EDGE = 12

/** Where a notice would lie in a window of this size. */
export function boxOf(place: NoticePlace, { width, height }: { width: number; height: number }): Box {
  const wide = Math.min(WIDTH, width - 2 * SIDE)
  const left = place.endsWith('Left') ? SIDE : place.endsWith('Right') ? width - SIDE - wide : (width - wide) / 2
  const top = place.startsWith('top') ? EDGE : height - EDGE - HEIGHT
  return { left, top, right: left + wide, bottom: top + HEIGHT }
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The place that covers the least of the boxes people work with: `now`, where a notice stands, while no other covers less, else the best of equals. */
export function freePlace(window: { width: number; height: number }, boxes: readonly Box[], now?: NoticePlace): NoticePlace {
  const covered = (place: NoticePlace) => boxes.reduce((sum, box) => (overlap(box, boxOf(place, window)) ? sum + (box.weight ?? 1) : sum), 0)
  return [...(now ? [now] : []), ...PLACES].reduce((best, place) => (covered(place) < covered(best) ? place : best))
}

/** The fields of a DOMRect are not its own. */
const placed = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom })

const WORKED_WITH = 'a[href], button, input, textarea, select, summary, [role=tab], [role=menuitem], [role=combobox], [role=switch], [role=checkbox]'

/** What can be pressed or typed into now and is not behind a drawer or dialog. */
export function workedWith(): Box[] {
  const { innerWidth, innerHeight } = window
  return [...document.querySelectorAll(WORKED_WITH)].flatMap((element) => {
    const box = element.getBoundingClientRect()
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    if (box.width === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight || element.closest('.ant-notification')) return []
    const on = document.elementFromPoint(x, y)
    const own = on !== null && (element.contains(on) || on.contains(element) || on.closest('.ant-notification') !== null)
    return own && !on?.matches('.ant-drawer-mask, .ant-modal-wrap') ? [{ ...placed(box), weight: element.matches('.ant-btn-primary') ? 4 : 1 }] : []
  })
}
