// Returns the texts whose contrast is below the limit of WCAG level AA.
(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

  // Converts any CSS colour to [red, green, blue, alpha], each from 0 to 1.
  function channels(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((channel) => channel / 255);
  }

  const over = ([r, g, b, a], below) => [r, g, b].map((channel, at) => a * channel + (1 - a) * below[at]);

  function behind(element) {
    if (!element) return channels("Canvas").slice(0, 3);
    const own = channels(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own.slice(0, 3) : over(own, behind(element.parentElement));
  }

  function luminance(colour) {
    const [r, g, b] = colour.map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.textContent.trim();
    const exempt = element.closest("svg, :disabled, noscript, option, .unseen, .skip, .notice:not(.shown)");
    if (!text || exempt || !element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const ground = behind(element);
    const ink = over(channels(style.color), ground);
    const [low, high] = [luminance(ink), luminance(ground)].sort((one, other) => one - other);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) faint.push(`${ratio.toFixed(2)}: ${text.slice(0, 60)}`);
  }
  return faint;
})();
