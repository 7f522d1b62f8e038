/** The menu of saved views, for the head of any screen whose state is in its address. */

/** The note, beside the filters of such a screen, on a view that its address names and that there is not. */
export { MissingView } from './missing-view.tsx'
export { ViewsMenu } from './views-menu.tsx'
