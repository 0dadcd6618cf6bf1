/**
 * What sticks out of its card or the window, what of two texts stands on the other, what is cut without a hint, what
 * word is broken that has room on a line, which number is parted from its unit, which name or bar is too narrow, and which value of a
 * card does not say what it is.
 * What scrolls by itself, or is cut with a title, is as it should be.
 */
export const FAULTS = `(() => {
  const faults = [];
  const SHORT = 15;
  const SITE = 22;
  const about = (node) => (node.textContent ?? "").trim().slice(0, 60);
  const once = (of) => {
    const known = new Map();
    return (one) => {
      if (!known.has(one)) known.set(one, of(one));
      return known.get(one);
    };
  };
  const clips = once((one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    return overflowX !== "visible" || overflowY !== "visible";
  });
  /** The part of a box that is seen: what elements around it that clip leave. */
  const seen = (box, node) => {
    let { left, right, top, bottom } = box;
    for (let one = node; one && one !== document.body; one = one.parentElement) {
      if (!clips(one)) continue;
      const by = one.getBoundingClientRect();
      left = Math.max(left, by.left); right = Math.min(right, by.right);
      top = Math.max(top, by.top); bottom = Math.min(bottom, by.bottom);
    }
    return { left, right, top, bottom };
  };
  const isHidden = once((one) => {
    const style = getComputedStyle(one);
    return style.visibility !== "visible" || style.clipPath !== "none" || one.closest("[inert], .visually-hidden") !== null;
  });
  if (document.documentElement.scrollWidth > innerWidth) {
    for (const one of document.querySelectorAll("body *")) {
      const box = one.getBoundingClientRect();
      if (seen(box, one.parentElement).right > innerWidth + 1 && !isHidden(one))
        faults.push("out of the window: " + one.className + " " + about(one).slice(0, 30));
    }
  }
  for (const box of document.querySelectorAll(".scroll:has(> table.cards)")) {
    if (box.scrollWidth > box.clientWidth) faults.push("columns at the side: " + box.getAttribute("aria-label"));
    // Long names break before a table gives up its columns.
    if (box.clientWidth > 960 && box.firstElementChild.dataset.fit === "cards")
      faults.push("no columns: " + box.getAttribute("aria-label"));
  }
  for (const row of document.querySelectorAll('.cards[data-fit="cards"] tbody tr')) {
    const [head, ...others] = [...row.querySelectorAll("td:not(.pick)")].map((cell) => cell.getBoundingClientRect());
    if (others.some(({ top, height }) => height > 0 && top < head.top - 1))
      faults.push("a card that does not begin with what it is of: " + about(row));
    for (const cell of row.querySelectorAll("td[data-label]:not(:first-child, .pick + td, .pick)"))
      if (cell.offsetHeight > 0 && getComputedStyle(row).display === "grid" && getComputedStyle(cell, "::before").content === "none")
        faults.push("a value of a card without its name: " + cell.dataset.label);
  }
  for (const box of document.querySelectorAll(".scroll")) {
    const hint = box.nextElementSibling?.matches(".scroll-hint");
    if (box.scrollWidth > box.clientWidth + 1 && !hint) faults.push("scrolls without a hint: " + box.getAttribute("aria-label"));
  }
  for (const link of document.querySelectorAll("#content a[href]")) {
    if (getComputedStyle(link).color === "rgb(0, 0, 238)") faults.push("a link in the browser's own blue: " + about(link));
  }
  for (const field of document.querySelectorAll("#content .mantine-Select-input")) {
    if (field.scrollWidth > field.clientWidth + 1 && !field.title) faults.push("a choice cut: " + field.value);
  }
  for (const label of document.querySelectorAll("#content .mantine-Button-label")) {
    // It clips what it holds, without dots.
    if (label.scrollWidth > label.clientWidth + 1 && !isHidden(label)) faults.push("a button cut: " + about(label));
  }
  for (const list of document.querySelectorAll("#content .mantine-Tabs-list")) {
    // What stands in it at a place of its own goes along when it scrolls.
    const line = getComputedStyle(list, "::before");
    if (list.scrollWidth > list.clientWidth + 1 && line.content !== "none" && line.display !== "none")
      faults.push("the line under tabs scrolls away");
  }
  for (const tab of document.querySelectorAll('#content [role="tab"][aria-selected="true"]')) {
    const { left, right } = seen(tab.getBoundingClientRect(), tab.parentElement);
    if (right - left < tab.offsetWidth - 2) faults.push("the open tab is out of sight: " + about(tab));
  }
  const cards = [...document.querySelectorAll("#content .panel")];
  for (const card of cards) {
    const edge = card.getBoundingClientRect();
    const texts = [];
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!text.data.trim() || isHidden(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const isBroken = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      const isInCard = matchMedia("screen").matches && parent.closest('.cards[data-fit="cards"] td');
      if (isBroken && isInCard && about(text).length <= 16)
        faults.push("a short name broken: " + about(text));
      if (isInCard && text.data.trim().length > 7 && getComputedStyle(parent).whiteSpace === "nowrap" && !parent.closest("[title], button, .mantine-Badge-root"))
        faults.push("cannot end its line in a card: " + about(text));
      for (const box of range.getClientRects()) {
        const { left, right, top, bottom } = seen(box, parent);
        if (right - left < 1 || bottom - top < 1) continue;
        if (left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1)
          faults.push("out of its card: " + about(text));
        else if (left < edge.left + 4 || right > edge.right - 4) faults.push("at the edge of its card: " + about(text));
        texts.push({ text, left, right, top, bottom });
      }
      for (const { 0: word, index } of text.data.matchAll(/[\\d.]+\\s(?:%|points)|(?<!\\S)[\\p{L}\\p{N}]+(?:\\.[\\p{L}]+)?(?!\\S)/gu)) {
        if (word.length > (word.includes(".") ? SITE : SHORT) || (/\\s/.test(word) && !parent.closest("td, th, .figure, .mover"))) continue;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.push("a short word broken: " + word + " of " + about(text));
      }
    }
    texts.sort((a, b) => a.top - b.top);
    for (const [at, one] of texts.entries()) {
      for (let next = at + 1; next < texts.length && texts[next].top < one.bottom - 3; next++) {
        const other = texts[next];
        if (other.text === one.text) continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 2 && high > 4) faults.push("on each other: " + about(one.text) + " | " + about(other.text));
      }
    }
    const narrow = (what, least) => {
      for (const one of card.querySelectorAll(what)) {
        const { width, height } = one.getBoundingClientRect();
        // What is written on one line has all the room it takes.
        const isOne = height < 2 * Number.parseFloat(getComputedStyle(one).lineHeight);
        if (width > 0 && width < least && !isOne) faults.push("narrow: " + what + " " + Math.round(width));
      }
    };
    narrow(".scroll .name", 80);
    narrow(".scroll .page-cell", 140);
    narrow(".heat tbody th", 80);
    for (const bar of card.querySelectorAll('svg[aria-label*=", interval "]')) {
      const { width } = bar.getBoundingClientRect();
      if (width > 0 && width < 60) faults.push("a narrow bar: " + Math.round(width));
    }
    for (const one of card.querySelectorAll("*")) {
      const style = getComputedStyle(one);
      const isCut = style.textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1 && clips(one);
      const isShort = style.webkitLineClamp !== "none" && one.scrollHeight > one.clientHeight + 2;
      if ((isCut || isShort) && !one.closest("[title], input, button, .mantine-Badge-root"))
        faults.push("cut without a hint: " + about(one));
    }
  }
  return [...new Set(faults)].slice(0, 12);
})()`;

/**
 * What of an open dialog or menu cannot be seen: words and buttons that a box around them cuts at a side, or that stand
 * out of it. What scrolls sideways by itself, or ends in dots with a title, is as it should be.
 */
export const OPENED_FAULTS = `(() => {
  const faults = [];
  for (const dialog of document.querySelectorAll("[role=dialog]")) {
    const edge = dialog.getBoundingClientRect();
    if (edge.width === 0) continue;
    if (edge.left < 0 || edge.right > innerWidth + 1) faults.push("a dialog out of the window");
    const check = (node, box, about) => {
      if (box.width === 0 || about === "") return;
      const found = [];
      if (box.left < edge.left - 1 || box.right > edge.right + 1) found.push("out of its dialog: " + about);
      for (let one = node; one && one !== dialog; one = one.parentElement) {
        const { overflowX, textOverflow, visibility } = getComputedStyle(one);
        if (visibility !== "visible" || one.closest("[inert], .visually-hidden, .mantine-VisuallyHidden-root")) return;
        if (overflowX === "auto" || overflowX === "scroll") return;
        if (overflowX === "visible" || (textOverflow === "ellipsis" && one.closest("[title]"))) continue;
        const by = one.getBoundingClientRect();
        if (box.left < by.left - 1 || box.right > by.right + 1) found.push("cut: " + about);
      }
      faults.push(...found);
    };
    for (const button of dialog.querySelectorAll("button, input"))
      check(button.parentElement, button.getBoundingClientRect(), (button.textContent || button.ariaLabel || "").trim());
    const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) check(text.parentElement, box, text.data.trim().slice(0, 60));
    }
  }
  return [...new Set(faults)].slice(0, 12);
})()`;
