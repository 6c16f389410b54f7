// The page around a HIT: counts down the time, and reloads when the frame has submitted.
"use strict";

const clock = document.getElementById("time-left");
const warning = document.getElementById("time-warning");
const frame = document.querySelector("iframe.question");

function format(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (number) => String(number).padStart(2, "0");
  return (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(seconds % 60);
}

function countDown() {
  const total = Number(clock.dataset.seconds);
  const speed = Number(clock.dataset.speed);
  const start = performance.now();
  let warned = false;
  const tick = () => {
    const left = Math.max(0, Math.ceil(total - ((performance.now() - start) / 1000) * speed));
    clock.textContent = format(left);
    clock.classList.toggle("short", left <= 300);
    if (left <= 300 && !warned) {
      warned = true;
      warning.textContent = "Less than five minutes left.";
    }
    if (left === 0 && speed > 0) {
      setTimeout(() => location.reload(), 1500);
    } else {
      setTimeout(tick, 1000 / Math.max(1, speed));
    }
  };
  tick();
}

// The frame only says that something happened. After the reload, the server shows what it was.
addEventListener("message", (event) => {
  if (frame && event.source === frame.contentWindow && event.data === "marketplace:submitted") {
    location.reload();
  }
});

if (clock) countDown();
