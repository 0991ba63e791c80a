// Before anything is painted: the theme that was chosen here, if one was.
"use strict";
{
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
}
