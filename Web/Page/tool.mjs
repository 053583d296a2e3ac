// Sends requests to the worker that runs the tool.

const tool = (() => {
    const source = new Blob([byID("worker").textContent], { type: "text/javascript" });
    const address = URL.createObjectURL(source);
    const worker = new Worker(address);
    const waiting = new Map();
    let next = 0;

    worker.addEventListener("message", ({ data: { id, answer, error } }) => {
        const { resolve, reject } = waiting.get(id);
        waiting.delete(id);
        document.body.classList.toggle("busy", waiting.size > 0);
        if (error === undefined) resolve(answer);
        else reject(new Error(error));
    });

    /** The worker's answer to a question. */
    function ask(question, values = {}, moved = []) {
        document.body.classList.add("busy");
        return new Promise((resolve, reject) => {
            waiting.set(next, { resolve, reject });
            worker.postMessage({ id: next++, question, ...values }, moved);
        });
    }

    /** Starts the tool; its version. */
    async function start() {
        const element = byID("module");
        const answer = ask("start", { text: element.textContent, size: Number(element.dataset.size) });
        element.remove();
        const version = await answer;
        URL.revokeObjectURL(address);
        return version;
    }

    return { ask, start };
})();
