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
  /** The screen of the menu that it stands under, where their addresses do not begin alike. */
  under?: NoInfer<Path>
  /** The same in every application, and opens in whichever one is in: its permission counts in all of them (applications.ts). */
  everywhere?: boolean
  menuGated?: boolean
}

/** A menu node, levels 1 to 4: a group of nodes (title: key under `screens`), or a screen by its path. */
export type MenuNode<Path extends string = string> = { title: string; icon?: string; children: readonly MenuNode<Path>[] } | { screen: Path; icon?: string }

/** What a module's web/manifest.ts declares for one sub-system (application). */
export interface WebManifest<Path extends string = string> {
  /** Namespace of the labels: the module's name, with the part that holds them ('iam.sign-in'). */
  module: string
  /** The code of an application, or AUTH. */
  subsystem: string
  screens: readonly ScreenDeclaration<Path>[]
  menu: readonly MenuNode<NoInfer<Path>>[]
}

export function defineManifest<const P extends string>(manifest: WebManifest<P>): WebManifest<P> {
  return manifest
}
