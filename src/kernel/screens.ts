/**
 * One screen of a web manifest. `path` is the route of routes.tsv, verbatim, {param} places included.
 * The component stands in web/screens.ts (defineScreens), so that a manifest holds no browser code and Node can read it.
 */
export interface ScreenDeclaration<Path extends string = string> {
  path: Path
  /** Permission uri that lets a person open it; also what hides its menu item. 'public' for the sign-in screens, 'signed-in' for any session. */
  permission: string
  /** Key under `screens` of the module's labels. */
  title: string
  hidden?: boolean
  menuGated?: boolean
}

/** A menu node, levels 1 to 4: a group of nodes (title: key under `screens`), or a screen by its path. */
export type MenuNode<Path extends string = string> = { title: string; icon?: string; children: readonly MenuNode<Path>[] } | { screen: Path; icon?: string }

/** What a module's web/manifest.ts declares for one sub-system (application). */
export interface WebManifest<Path extends string = string> {
  /** Namespace of the labels: the module's name, with the part that holds them ('iam.sign-in'). */
  module: string
  /** PP_QR, PP_SYS, ... or AUTH. */
  subsystem: string
  screens: readonly ScreenDeclaration<Path>[]
  menu: readonly MenuNode<NoInfer<Path>>[]
}

export function defineManifest<const P extends string>(manifest: WebManifest<P>): WebManifest<P> {
  return manifest
}

/** The sub-system codes of the portal. */
export const SUBSYSTEMS = [
  'O2O_CRM',
  'PP_CFM_NEW',
  'PP_CFM',
  'PP_QR',
  'PP_COB',
  'PP_PARTNER',
  'PP_GL',
  'PP_PAR',
  'PP_EGP',
  'PP_POB',
  'PP_SO',
  'PP_REPORT',
  'PP_SDK',
  'PP_SYS',
] as const
export type SubsystemCode = (typeof SUBSYSTEMS)[number]
export const DEFAULT_CLIENT: SubsystemCode = 'O2O_CRM'

/** Where the system itself is administered. */
export const ADMINISTRATION: SubsystemCode = 'PP_SYS'
/** Where the people of a demo start: it shows something to all of them. */
export const DEMO_CLIENT: SubsystemCode = 'PP_QR'

const everyday: readonly SubsystemCode[] = ['PP_CFM', 'PP_CFM_NEW', 'PP_QR', 'PP_COB', 'PP_EGP', 'PP_SO', 'PP_POB', 'PP_REPORT']
/** Who works in which sub-systems: at a post office, over a province, at a partner. */
export const SUBSYSTEMS_OF = {
  office: everyday,
  province: ['O2O_CRM', 'PP_GL', ...everyday],
  partner: ['PP_QR', 'PP_SDK', 'PP_REPORT'],
} as const satisfies Record<string, readonly SubsystemCode[]>

/** First parts of permission uris and routes that do not simply name their sub-system. */
const FIRST_PARTS: Record<string, SubsystemCode> = {
  'cfm-v2': 'PP_CFM_NEW',
  crm: 'PP_PARTNER',
  'user-permission': 'PP_SYS',
  'system-config': 'PP_SYS',
  'product-policy': 'PP_SYS',
  category: 'PP_SYS',
  'general-configuration': 'PP_SYS',
  o2o: 'O2O_CRM',
}

/** The sub-system of a permission uri; null when it is common to all. */
export function applicationOf(uri: string): SubsystemCode | null {
  const first = uri.split('/')[0] ?? ''
  const code = first.toUpperCase().replaceAll('-', '_')
  return SUBSYSTEMS.find((one) => one === code) ?? FIRST_PARTS[first] ?? null
}

/** Where a sub-system opens. */
export function homeOf(clientId: string): string {
  return clientId === 'PP_CFM_NEW' ? '/cfm-v2/home' : '/'
}
