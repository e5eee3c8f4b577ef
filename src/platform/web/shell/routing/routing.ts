import type { MenuNode, ScreenDeclaration, WebManifest } from '#kernel/screens.ts'

/** One screen with the manifest it stands in. */
export interface ScreenEntry {
  screen: ScreenDeclaration
  module: string
  subsystem: string
}

export interface ScreenMatch extends ScreenEntry {
  params: Record<string, string>
}

export function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? ''
}

/** Drops trailing slashes, so that /a/ and /a are one page; the root stays '/'. */
export function normalAddress(address: string): string {
  const path = pathOf(address)
  return (path.replace(/\/+$/, '') || '/') + address.slice(path.length)
}

/** Only an address of a screen for people who are signed in may follow a sign-in. */
export function safeNext(search: string, entries: readonly ScreenEntry[]): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  // Browsers read a backslash as a slash and leave control characters out.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused
  if (!/^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/.test(next)) return '/'
  const found = findScreen(entries, next)
  return found && found.screen.permission !== 'public' ? next : '/'
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean)

export function allScreens(manifests: readonly WebManifest[]): ScreenEntry[] {
  return manifests.flatMap((manifest) => manifest.screens.map((screen) => ({ screen, module: manifest.module, subsystem: manifest.subsystem })))
}

/** The screen of an address. Fixed segments win over {params}; case matters, as slugs are verbatim. */
export function findScreen(entries: readonly ScreenEntry[], address: string): ScreenMatch | undefined {
  const segments = segmentsOf(pathOf(address))
  let best: ScreenMatch | undefined
  let bestRank = ''
  for (const entry of entries) {
    const pattern = segmentsOf(entry.screen.path)
    if (pattern.length !== segments.length) continue
    const params: Record<string, string> = {}
    let rank = ''
    const fits = pattern.every((part, index) => {
      const segment = segments[index] ?? ''
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      rank += name ? '0' : '1'
      if (name) params[name] = decode(segment)
      return name !== undefined || part === segment
    })
    if (fits && rank >= bestRank && (!best || rank > bestRank)) {
      best = { ...entry, params }
      bestRank = rank
    }
  }
  return best
}

/** Whether a screen opens in an application without leaving it. */
export const opensIn = ({ screen, subsystem }: ScreenEntry, application: string): boolean => screen.everywhere === true || subsystem === application

/** The screen in the menu that a list's permission opens. */
export function screenOf(entries: readonly ScreenEntry[], permission: string): ScreenEntry | undefined {
  return entries.find(({ screen }) => screen.permission === permission && !screen.hidden)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A menu node ready to draw: keys are unique, titles are keys of the module's `screens`. */
export interface MenuEntry {
  key: string
  module: string
  title: string
  icon: string | undefined
  /** Address of a screen; none for a group. */
  path: string | undefined
  children: MenuEntry[]
}

/**
 * What of the menu a person sees: screens that are permitted, not hidden and not gated away;
 * a group when any child is left. `gate` answers for screens marked menuGated.
 */
export function visibleMenu(
  manifests: readonly WebManifest[],
  may: (permission: string) => boolean,
  gate: (path: string) => boolean = () => true,
): MenuEntry[] {
  return manifests.flatMap((manifest) => {
    const screens = new Map(manifest.screens.map((screen) => [screen.path, screen]))
    const walk = (node: MenuNode, trail: string): MenuEntry[] => {
      if ('children' in node) {
        const key = `${trail}/${node.title}`
        const children = node.children.flatMap((child) => walk(child, key))
        return children.length > 0 ? [{ key, module: manifest.module, title: node.title, icon: node.icon, path: undefined, children }] : []
      }
      const screen = screens.get(node.screen)
      if (!screen || screen.hidden || !may(screen.permission) || (screen.menuGated && !gate(screen.path))) return []
      return [{ key: screen.path, module: manifest.module, title: screen.title, icon: node.icon, path: screen.path, children: [] }]
    }
    return manifest.menu.flatMap((node) => walk(node, manifest.module))
  })
}

/** The screens of a menu, in order. */
export function menuScreens(menu: readonly MenuEntry[]): MenuEntry[] {
  return menu.flatMap((entry) => (entry.path ? [entry] : menuScreens(entry.children)))
}

/**
 * The way through the menu to an address: groups first, its screen last. An address that is not in the menu
 * (a detail) stands under the screen it shares the longest beginning with, two segments at least; of several such under the one whose address
 * goes on most alike at its end: 'chi_tiet_su_vu' is of 'danh_sach_su_vu'.
 */
export function menuTrail(menu: readonly MenuEntry[], address: string): MenuEntry[] {
  const segments = segmentsOf(pathOf(address))
  let best: MenuEntry[] = []
  let bestShared = 1
  let bestAlike = 0
  const walk = (entries: readonly MenuEntry[], trail: readonly MenuEntry[]) => {
    for (const entry of entries) {
      const here = [...trail, entry]
      if (entry.path === undefined) walk(entry.children, here)
      else {
        const own = segmentsOf(entry.path)
        let shared = 0
        while (shared < own.length && own[shared] === segments[shared]) shared += 1
        // The exact screen beats any other with the same beginning.
        const weight = shared + (shared === own.length && own.length === segments.length ? 1 : 0)
        const alike = endsAlike(own[shared] ?? '', segments[shared] ?? '')
        if (weight > bestShared || (weight === bestShared && best.length > 0 && alike > bestAlike)) {
          best = here
          bestShared = weight
          bestAlike = alike
        }
      }
    }
  }
  walk(menu, [])
  return best
}

/** How many letters two words have in common at their end. */
function endsAlike(one: string, other: string): number {
  let n = 0
  while (n < one.length && n < other.length && one.at(-1 - n) === other.at(-1 - n)) n += 1
  return n
}
